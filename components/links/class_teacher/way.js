// From one picture to the next: what opens begins at its top, and a presenter's key that comes while it is on its way
// waits for it.

const MAIN = "[data-testid=stMain]", RUN = "[data-testid=stApp]";
const STARTS_MS = 1000, LATEST_MS = 6000; // within which a run begins, and ends
const NAMES = ["step", "at", "card", "class_view"];

export function setOut(view) {
  view.onTheWay = { since: Date.now(), runs: false };
}

// Twenty times a second, while a class is led.
export function arrive(view) {
  const said = new URLSearchParams(location.search), place = [location.pathname, ...NAMES.map((name) => said.get(name))].join(" ");
  const shown = `${place} ${said.get("revealed")}`;
  if (shown !== view.shownPlace) document.querySelector(MAIN)?.scrollTo(0, 0);
  if (place !== view.standsAt) setOut(view);
  Object.assign(view, { standsAt: place, shownPlace: shown });
  if (view.onTheWay && hasArrived(view.onTheWay)) goOn(view);
}

function hasArrived(way) {
  const waited = Date.now() - way.since, isRunning = document.querySelector(RUN)?.dataset.testScriptState !== "notRunning";
  way.runs ||= isRunning;
  return waited > LATEST_MS || (!isRunning && (way.runs || waited > STARTS_MS));
}

function goOn(view) {
  const { pressed } = view;
  Object.assign(view, { onTheWay: null, pressed: "" });
  if (pressed) setTimeout(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true })));
}

// Whether a key has to wait; the last one counts.
export function holdKey(view, key) {
  if (!view.state || view.state.ended || !view.onTheWay) return false;
  view.pressed = key;
  return true;
}
