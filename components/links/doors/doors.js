// Streamlit reads the whole address when the reader goes back or on in the browser's history, and takes what is
// not in it as asked to be default. A door writes its address there and says that the reader has gone to it.
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
