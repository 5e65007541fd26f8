// The theme of the page. The server gives pictures their colours, and Streamlit changes a theme without a run: its menu
// has Light and Dark, and a system may turn dark in the evening.

export function watchTheme(onChange) {
  const app = document.querySelector("[data-testid=stApp]");
  let scheme = getComputedStyle(app).colorScheme;
  const observer = new MutationObserver(() => {
    const before = scheme;
    scheme = getComputedStyle(app).colorScheme;
    if (scheme !== before) onChange(scheme);
  });
  observer.observe(app, { attributeFilter: ["class"] });
  return observer;
}
