// Opens an address of the app without loading it anew. On popstate Streamlit follows the whole address and gives
// everything that it does not name its default.
export function go(href, { replaces = false } = {}) {
  history[replaces ? "replaceState" : "pushState"]({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
}
