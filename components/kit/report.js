// Reports where a picture has come to rest. The server writes the reported values into the address, and sends the
// values of the address with the next data. Where a class follows, its pictures show what the teacher's shows.

import { followedPictures } from "./preview.js";
import { isRunning } from "./runs.js";

const REST_MS = 150; // wait for more steps before reporting
const LOST_MS = 2000; // after which a report without an answer is sent again, once the server rests

export function watch(view, redraw) {
  Object.assign(view, { reports: [], droppedReports: [], redraw, giveUp: () => giveUp(view) });
  addEventListener("popstate", view.giveUp);
}

// A picture that a class follows.
export function watchPicture(view, redraw) {
  watch(view, redraw);
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
  clearTimeout(view.lostTimer);
  followedPictures().delete(view.followedPicture);
  removeEventListener("popstate", view.giveUp);
}

// On a step in the history, pending and unanswered reports are dropped and the view takes the last values of the
// address: no new data arrive if the address is the same.
function giveUp(view) {
  if (!view.timer && !view.reports.length) return;
  clearTimeout(view.timer);
  Object.assign(view, view.inAddress, { timer: 0, reports: [], droppedReports: view.reports });
  view.redraw();
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
// has moved on, also by a step in the history; unless other values came between the report and its echo.
export function take(view, values) {
  const before = view.inAddress, answer = nameOf(values);
  view.latest = values;
  const dropped = view.droppedReports.indexOf(answer);
  view.droppedReports.splice(0, dropped < 0 ? Infinity : dropped + 1); // what follows other values is no echo
  if (dropped >= 0) return checkLater(view); // it holds where the server has heard of the step first
  view.inAddress = values;
  const echo = view.reports.indexOf(answer);
  if (echo >= 0) view.reports.splice(0, echo + 1);
  const isOvertaken = view.isOvertaken && echo >= 0 && !view.timer;
  for (const name in values) if (isOvertaken || (echo < 0 && values[name] !== before?.[name])) view[name] = values[name];
  view.isOvertaken = view.reports.length > 0 && (echo < 0 || view.isOvertaken);
}

// The time makes every report differ from the last one: Streamlit ignores equal values, and the address may have changed
// in between.
export function report(view, wait = REST_MS) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    view.timer = 0;
    const rest = view.rest(), name = nameOf(rest);
    if (!view.reports.length && name === nameOf(view.inAddress)) return view.redraw(); // no change
    send(view, rest);
  }, wait);
}

// While a room changes, Streamlit can lose what a component tells it.
function send(view, rest) {
  view.reports.push(nameOf(rest));
  view.tell("rest", { ...rest, at: performance.now() });
  checkLater(view);
}

// Once the server rests, what it said last holds: no late answer will come. A report that it does not know is lost.
function checkLater(view) {
  clearTimeout(view.lostTimer);
  view.lostTimer = setTimeout(() => {
    if (view.timer) return; // of a report, which comes
    if (isRunning()) checkLater(view);
    else if (view.reports.length && nameOf(view.latest) !== nameOf(view.rest())) send(view, view.rest());
    else if (view.reports.length || view.latest !== view.inAddress) accept(view);
  }, LOST_MS);
}

function accept(view) {
  Object.assign(view, view.latest, { inAddress: view.latest, reports: [], droppedReports: [] });
  view.redraw();
}

function nameOf(values) {
  return JSON.stringify(Object.entries(values).sort());
}
