// Starts a picture in a page without the app. `picture` is { html, isolated, start }; `payload` has its data, or packed bytes;
// `tell` is called with a name and values when the picture comes to rest. Returns what ends it.

export default function (host, { html, isolated, start }, payload, tell = () => {}) {
  const root = isolated ? (host.shadowRoot ?? host.attachShadow({ mode: "open" })) : host;
  if (html && !root.childElementCount) root.innerHTML = html;
  window.clockfacePlotly ??= Promise.resolve(window.Plotly);
  const data = payload.packed === undefined ? payload.data : bytes(payload.packed);
  return start({ data, parentElement: root, setStateValue: tell, setTriggerValue() {} });
}

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
