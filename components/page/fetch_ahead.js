// Loads scripts that rooms with pictures need, once the page has been at rest, unless the reader saves data.

import { loadScript, loadPlotly } from "../kit/scripts.js";

const REST = 1500; // ms; the room that is shown comes first

export default function ({ data }) {
  if (window.clockfaceAhead || navigator.connection?.saveData) return;
  window.clockfaceAhead = true;
  setTimeout(() => whenIdle(() => fetchAll(data)), REST);
}

function whenIdle(act) {
  if (window.requestIdleCallback) requestIdleCallback(act);
  else act(); // Safari
}

// What does not load is reported by the room that needs it.
async function fetchAll({ script, modules }) {
  await Promise.allSettled(modules.map((path) => loadScript(path, "module")));
  whenIdle(() => loadPlotly(script).catch(() => {}));
}
