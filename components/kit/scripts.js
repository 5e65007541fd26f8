// Scripts that the app serves beside the page.

import { addressOf } from "./root.js";

export function loaded(path, type = "text/javascript") {
  return new Promise((done, failed) => {
    const src = addressOf(path);
    const script = Object.assign(document.createElement("script"), { src, type, onload: done });
    script.onerror = () => failed(new Error(`${src} did not load`));
    document.head.append(script);
  });
}

// Plotly, once per page.
export function plotlyLoaded(path) {
  window.clockfacePlotly ??= loaded(path).then(() => window.Plotly);
  return window.clockfacePlotly;
}
