// Where a picture comes to rest: the server is told, it writes that into the address, and the address comes back
// with the next data.

const REST_MS = 150; // steps in quick succession are reported once

export function watch(view, canvases, redraw) {
  for (const canvas of canvases) canvas.setAttribute("aria-busy", "false"); // from now on it listens
  view.reports = [];
  view.giveUp = () => giveUp(view, redraw);
  addEventListener("popstate", view.giveUp);
}

export function unwatch(view) {
  clearTimeout(view.timer);
  removeEventListener("popstate", view.giveUp);
}

// Back, on, or through a door: what was to be told or is not answered yet counts no more. What comes now is no echo,
// and nothing comes if it is what came last.
function giveUp(view, redraw) {
  if (!view.timer && !view.reports.length) return;
  clearTimeout(view.timer);
  Object.assign(view, view.said, { timer: 0, reports: [] });
  redraw();
}

// What the address says is followed where it changed, unless it is the echo of what was reported:
// that can arrive after the reader has moved on.
export function take(view, said) {
  const before = view.said;
  view.said = said;
  const echo = view.reports.indexOf(nameOf(said));
  if (echo >= 0) view.reports.splice(0, echo + 1);
  else for (const name in said) if (said[name] !== before?.[name]) view[name] = said[name];
}

// The time makes a report another one than the last, though it may say the same: the reader may have gone back in
// between.
export function report(view) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    view.timer = 0;
    const rest = view.rest(), name = nameOf(rest);
    if (!view.reports.length && name === nameOf(view.said)) return; // back where it was
    view.reports.push(name);
    view.tell("rest", { ...rest, at: performance.now() });
  }, REST_MS);
}

function nameOf(values) {
  return JSON.stringify(Object.entries(values).sort());
}
