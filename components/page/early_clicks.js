// A button that is clicked before its script has come is clicked again once it acts.
const WAITING = "script[data-file]:not([data-started])";

export function keepEarlyClicks() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    const script = button && [...document.querySelectorAll(WAITING)].find((each) => each.parentElement.contains(button));
    if (!script) return;
    event.preventDefault();
    event.stopPropagation();
    new MutationObserver((_, observer) => (observer.disconnect(), button.click())).observe(script, { attributes: true });
  }, true);
}
