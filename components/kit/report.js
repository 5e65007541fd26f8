// Reports where a picture has come to rest. The server writes the reported values into the address, and sends the
// values of the address with the next data. Where a class follows, its pictures show what the teacher's shows.

import { followedPictures } from "./preview.js";

const REST_MS = 150; // wait for more steps before reporting

export function watch(view, redraw) {
  view.reports = [];
  view.droppedReports = [];
  view.giveUp = () => giveUp(view, redraw);
  addEventListener("popstate", view.giveUp);
  view.followedPicture = {
    rest: () => view.rest(),
    inAddress: () => view.inAddress ?? {},
    show: (values) => adopt(view, values, redraw),
    motion: () => view.picture?.motion?.(view) ?? null,
    move: (motion) => view.picture?.move?.(view, motion),
  };
  followedPictures().add(view.followedPicture);
}

export function unwatch(view) {
  clearTimeout(view.timer);
  followedPictures().delete(view.followedPicture);
  removeEventListener("popstate", view.giveUp);
}

// On a step in the history, pending and unanswered reports are dropped and the view takes the last values of the
// address: no new data arrive if the address is the same.
function giveUp(view, redraw) {
  if (!view.timer && !view.reports.length) return;
  clearTimeout(view.timer);
  Object.assign(view, view.inAddress, { timer: 0, reports: [], droppedReports: view.reports });
  redraw();
}

// Takes values that were not reported here and shall not be.
function adopt(view, values, redraw) {
  const isText = (name) => typeof values[name] === "string" && typeof view[name] === "number"; // in an address anything may stand
  const knownNames = Object.keys(view.inAddress ?? {}).filter((name) => name in values && values[name] !== view[name] && !isText(name));
  if (!knownNames.length) return;
  for (const name of knownNames) view[name] = values[name];
  redraw();
}

// Takes those values of the address that have changed. Echoes of reports are ignored: they can arrive after the reader
// has moved on, also by a step in the history.
export function take(view, values) {
  const before = view.inAddress, answer = nameOf(values);
  const dropped = view.droppedReports.indexOf(answer);
  view.droppedReports.splice(0, dropped < 0 ? Infinity : dropped + 1); // what follows other values is no echo
  if (dropped >= 0) return;
  view.inAddress = values;
  const echo = view.reports.indexOf(answer);
  if (echo >= 0) view.reports.splice(0, echo + 1);
  else for (const name in values) if (values[name] !== before?.[name]) view[name] = values[name];
}

// The time makes every report differ from the last one: Streamlit ignores equal values, and the address may have changed
// in between.
export function report(view) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    view.timer = 0;
    const rest = view.rest(), name = nameOf(rest);
    if (!view.reports.length && name === nameOf(view.inAddress)) return; // no change
    view.reports.push(name);
    view.tell("rest", { ...rest, at: performance.now() });
  }, REST_MS);
}

function nameOf(values) {
  return JSON.stringify(Object.entries(values).sort());
}
