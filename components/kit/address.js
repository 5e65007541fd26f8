// Addresses of the app.

// The address of a path below the app's root. The address of Streamlit's script shows below which path the app is
// served: see streamlit_internals.py.
export function addressOf(path) {
  return new URL(`../../${path}`, document.querySelector("script[type=module][src]").src).href;
}

// The path of this page below the app's root, "" for Home.
export function pathHere() {
  return location.pathname.slice(new URL(addressOf("")).pathname.length);
}

// Opens an address of the app without loading it anew. On popstate Streamlit follows the whole address and gives
// everything that it does not name its default.
export function go(href, { replaces = false } = {}) {
  history[replaces ? "replaceState" : "pushState"]({}, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
}

// Opens a link of the app, at the top of its page.
export function openLink(href) {
  go(href);
  scrollTo({ top: 0 });
  document.querySelector("[data-testid=stMain]")?.scrollTo({ top: 0 });
}

// A query in which ; = , : / stand as they are, which is shorter too.
export function readable(query) {
  return `${query}`.replace(/%(?:3B|3D|2C|3A|2F)/g, decodeURIComponent);
}

// ---- Steps of a lesson link, each the address of a room with ; for &, so that its texts are encoded once.

export const OF_STEP = ["title", "note", "ask", "choice", "right", "keep"]; // beside the settings of the room

export function readStep(text) {
  const [room, ...query] = text.split("?");
  return { room, query: new URLSearchParams(query.join("?").replaceAll("&", "%26").replaceAll(";", "&")) };
}
