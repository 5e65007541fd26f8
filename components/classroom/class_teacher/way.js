// From one picture to the next: what opens begins at its top, and a presenter's key that comes while it is on its way
// waits for it.

import { followRuns } from "../../kit/runs.js";

const MAIN = "[data-testid=stMain]", RUN = "[data-testid=stApp]";
const STARTS_MS = 2500, LATEST_MS = 15_000; // within which a run begins, and what listens is drawn after its end
const NAMES = ["step", "at", "card", "class_view"];

// Before the address of the next picture is known, which the server may have to allow first.
export function setOut(view) {
  view.onTheWay = { since: null, runs: false };
}

export function stay(view) {
  Object.assign(view, { onTheWay: null, pressedKey: "" });
}

export function watchRuns(view) {
  followRuns(() => (view.ranAt = placeHere()));
}

function placeHere() {
  const query = new URLSearchParams(location.search);
  return [location.pathname, ...NAMES.map((name) => query.get(name))].join(" ");
}

// Twenty times a second, while a class is led.
export function arrive(view) {
  const place = placeHere(), screen = `${place} ${new URLSearchParams(location.search).get("revealed")}`;
  if (screen !== view.shownPlace) document.querySelector(MAIN)?.scrollTo(0, 0);
  if (view.standsAt && place !== view.standsAt) view.onTheWay = { since: Date.now(), runs: false };
  Object.assign(view, { standsAt: place, shownPlace: screen });
  if (view.onTheWay?.since && hasArrived(view.onTheWay, view.ranAt === place)) goOn(view);
}

function hasArrived(way, hasRun) {
  const isRunning = document.querySelector(RUN)?.dataset.testScriptState !== "notRunning";
  way.runs ||= isRunning || hasRun;
  if (isRunning) way.since = Date.now(); // a slow run costs no key
  return !isRunning && (way.runs || Date.now() - way.since > STARTS_MS);
}

function goOn(view) {
  const { pressedKey: key, onTheWay } = view, event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  view.onTheWay = null;
  if (!key) return;
  document.body.dispatchEvent(event);
  if (event.defaultPrevented || Date.now() - onTheWay.since > LATEST_MS) view.pressedKey = "";
  else view.onTheWay = onTheWay; // what listens has not been drawn yet
}

// Whether a key has to wait; the last one counts.
export function holdKey(view, key) {
  if (!view.state || view.state.ended || !view.onTheWay) return false;
  view.pressedKey = key;
  return true;
}
