// On popstate Streamlit follows the whole address and gives everything that it does not name its default. A door pushes
// its address into the history and dispatches that event.
export default function ({ parentElement }) {
  const plain = (event) => event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  function open(link) {
    history.pushState({}, "", link.href);
    dispatchEvent(new PopStateEvent("popstate"));
    scrollTo({ top: 0 });
    document.querySelector("[data-testid=stMain]")?.scrollTo({ top: 0 });
  }

  parentElement.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || plain(event)) return;
    event.preventDefault();
    open(link);
  });

  const typing = (target) => target.closest?.("input:not([type=range]), textarea, [contenteditable], [role=listbox]");
  document.addEventListener("keydown", function listen(event) {
    if (!parentElement.isConnected) return document.removeEventListener("keydown", listen);
    if (event.defaultPrevented || plain(event) || typing(event.target)) return;
    const link = parentElement.querySelector(`a[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    open(link);
  });
}
