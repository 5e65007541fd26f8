// Scripts that the app serves beside the page.

import { addressOf } from "./address.js";

const AGAIN_MS = 2000, TIMES = 3; // after a request that failed

export function loadScript(path, type = "text/javascript", times = TIMES) {
  return new Promise((resolve, reject) => {
    const src = addressOf(path);
    const script = Object.assign(document.createElement("script"), { src, type, onload: resolve });
    const again = () => loadScript(path, type, times - 1).then(resolve, reject);
    script.onerror = () => (times > 1 ? setTimeout(again, AGAIN_MS) : reject(new Error(`${src} did not load`)));
    document.head.append(script);
  });
}

// Plotly, once per page.
export function loadPlotly(path) {
  window.clockfacePlotly ??= loadScript(path).then(() => window.Plotly);
  return window.clockfacePlotly;
}
