import { download } from "../kit/download.js";

// The page stands in a frame of its own, from which it is printed. The browser's own print gets its pages too: a frame
// would be cut, so for that moment the page stands in the document, and all else is hidden.
export default function ({ data, parentElement }) {
  const place = parentElement.querySelector(".save-page");
  const [print, save] = place.querySelectorAll("button");
  save.textContent = data.save;
  print.textContent = data.print;
  place.querySelector("iframe")?.remove();
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: data.title, srcdoc: data.page });
  frame.onload = () => {
    frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 2}px`;
  };
  place.append(frame);
  print.onclick = () => frame.contentWindow.print();
  whenPrinted(place, data.page);
  save.onclick = () => download(data.page, `${data.name}.html`, "text/html");
}

function whenPrinted(place, page) {
  const host = Object.assign(document.createElement("div"), { className: "on-pages" });
  const controller = new AbortController(), { signal } = controller;

  function begin() {
    if (!place.isConnected) return controller.abort();
    if (!host.shadowRoot) {
      const { head, body } = new DOMParser().parseFromString(page, "text/html");
      host.attachShadow({ mode: "open" }).append(...head.querySelectorAll("style"), ...body.children);
    }
    document.body.append(host);
  }

  function end() {
    host.remove();
    if (!place.isConnected) controller.abort();
  }

  addEventListener("beforeprint", begin, { signal });
  addEventListener("afterprint", end, { signal });
}
