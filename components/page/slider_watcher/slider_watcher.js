// Watches Streamlit's sliders while they move, and texts that a picture has under the hand: values go to the store of
// `preview.js`, where pictures read them, and to the server for what the browser does not draw by itself. The only place
// that reads Streamlit's sliders. Also starts a run when the theme of the page changes.

import { valueOf } from "../../kit/address.js";
import { endOfCall } from "../../kit/calls.js";
import { heldTexts, HELD_EVENT, setPreview, setReleased } from "../../kit/preview.js";
import { isRunning } from "../../kit/runs.js";
import { isHere } from "../forward.js";
import { watchTheme } from "../theme.js";

const REST = 0.25, LONGEST_REST_MS = 1000; // after an answer, as a share of it, and at most
const LOST_MS = 2000; // how long a slider at rest may differ from the server before its value is sent again
const PARTED_MS = 1000; // how long the address may differ from sliders at rest before it is corrected
const HOLDS = ["pointerdown", "pointerup", "pointercancel", "keydown", "keyup"];
const TOUCHES = ["pointerdown", "keydown", "input"];
const VIEWS = new WeakMap();
const TOUCHED_SLIDERS = new Set(); // sliders that the reader has moved, or begun to, since they last agreed with the server

export default function ({ data, parentElement, setTriggerValue }) {
  const view = VIEWS.get(parentElement) ?? open(parentElement);
  const send = (values) => setTriggerValue("preview", values), recolour = (scheme) => setTriggerValue("theme", scheme);
  Object.assign(view, { data, send, recolour });
  takeAnswer(view);
  look(view);
  correct(view);
  return endOfCall(view, () => {
    [view.observer, view.themes].forEach((observer) => observer.disconnect());
    view.controller.abort();
    [view.pause, view.lostTimer, view.correctTimer].forEach(clearTimeout);
    if (!isLed()) setPreview({});
    VIEWS.delete(parentElement);
  });
}

function open(root) {
  const view = { number: 0, hand: {}, astray: {}, controller: new AbortController() };
  const { signal } = view.controller, captures = { capture: true, signal };
  view.observer = new MutationObserver(() => look(view)); // Streamlit writes the attribute after the text beside it
  view.observer.observe(document.body, { subtree: true, attributeFilter: ["aria-valuetext"] });
  view.themes = watchTheme((scheme) => view.recolour(scheme));
  const holds = ({ type, repeat }) => {
    setReleased(type !== "pointerdown" && !repeat);
    if (type.startsWith("key")) return;
    view.isPressed = type === "pointerdown";
    insist(view);
  };
  HOLDS.forEach((type) => addEventListener(type, holds, captures));
  addEventListener(HELD_EVENT, () => look(view), { signal });
  const touches = ({ target }) => {
    Object.keys(view.data.committed)
      .filter((name) => target.closest?.(`.st-key-${name}`))
      .forEach((name) => TOUCHED_SLIDERS.add(name));
  };
  TOUCHES.forEach((type) => addEventListener(type, touches, captures));
  window.navigation?.addEventListener("currententrychange", () => correct(view), { signal });
  VIEWS.set(root, view);
  return view;
}

// ---- Reading the sliders. `data.committed` has the values that the server knows, as the sliders write them, by name. A
// slider can also differ because the server has just set it; a report would then interrupt what the server is doing.

// In a class that follows, the hand is the teacher's.
function isLed() {
  return document.documentElement.dataset.inClass === "follows";
}

function look(view) {
  separateThousands();
  if (isLed()) return;
  const hand = {}, astray = {}, held = heldTexts();
  for (const [name, serverValue] of Object.entries(view.data.committed)) {
    const current = held[name] ?? texts(name);
    if (!current) continue;
    const differs = `${current}` !== `${serverValue}`;
    if (differs && (name in held || TOUCHED_SLIDERS.has(name))) hand[name] = current;
    else if (differs) astray[name] = serverValue;
    if (!differs && !view.isPressed && !document.activeElement?.closest(`.st-key-${name}`)) TOUCHED_SLIDERS.delete(name);
  }
  if (JSON.stringify([hand, astray]) === JSON.stringify([view.hand, view.astray])) return;
  Object.assign(view, { hand, astray });
  setPreview(Object.fromEntries(Object.entries(hand).map(([name, current]) => [name, value(current)])));
  ask(view);
  insist(view);
}

// Sends the values again. While the room changes Streamlit can lose the message of a slider, or the value that the server
// gives one; without this the slider would differ from picture and address until it is moved again.
function insist(view) {
  clearTimeout(view.lostTimer);
  const values = { ...view.hand, ...view.astray };
  if (view.isPressed || !Object.keys(values).length) return;
  view.lostTimer = setTimeout(() => {
    if (isRunning()) insist(view);
    else view.send({ number: 0, values, committed: view.data.committed, insists: true });
  }, LOST_MS);
}

// One text, or two where a slider has two thumbs; null where no such slider is found.
function texts(name) {
  const inputs = [...document.querySelectorAll(`.st-key-${name} input[type=range]`)];
  const current = inputs.map((input) => input.getAttribute("aria-valuetext"));
  if (!current.length || current.includes(null)) return null;
  return current.length === 1 ? current[0] : current;
}

function value(current) {
  return Array.isArray(current) ? current.map(valueOf) : valueOf(current);
}

// ---- Thousands are separated in what a slider shows, as everywhere in the page. The value beside it, which is read above
// and which a screen reader speaks as a number, stays as Streamlit writes it. Streamlit's own formats would put the
// separators into the address too.

const LABELS = ".stSlider :is([data-testid=stSliderThumbValue], [data-testid=stSliderTickBar]) p";

function separateThousands() {
  for (const { firstChild: text } of document.querySelectorAll(LABELS)) {
    if (/^-?\d{4,}$/.test(text?.nodeValue)) text.nodeValue = Number(text.nodeValue).toLocaleString("en");
  }
}

// ---- The address. After several quick moves Streamlit can leave a value in it that differs from the slider's, with no
// further message to the server. Such a value is corrected once the address, the sliders and the server are at rest.

function correct(view) {
  clearTimeout(view.correctTimer);
  if (!partedSliders(view.data).length) return;
  const href = location.href, { data } = view;
  view.correctTimer = setTimeout(() => {
    const rests = location.href === href && view.data === data && !Object.keys(view.hand).length && !isRunning();
    if (rests) write(data);
    else correct(view);
  }, PARTED_MS);
}

// Names of sliders of which the address says something else.
function partedSliders({ addressed }) {
  const address = new URLSearchParams(location.search);
  return Object.keys(addressed).filter((name) => `${address.getAll(name)}` !== `${addressed[name]}`);
}

function write(data) {
  const address = new URLSearchParams(location.search);
  for (const name of partedSliders(data)) {
    address.delete(name);
    for (const text of data.addressed[name]) address.append(name, text);
  }
  history.replaceState(history.state, "", `${location.pathname}?${address}`);
}

// ---- Asking the server: one request in flight, the newest values next, after a pause that follows how many other runs
// the server had underway. So a slow page or a busy server falls to fewer pictures, never to none.

export function pauseAfter(took, others) {
  return Math.min(took * (REST + others), LONGEST_REST_MS);
}

function ask(view) {
  const isWanted = Object.keys(view.hand).some((name) => view.data.asks.includes(name)) || view.isPreviewing;
  if (!isWanted || view.request || view.pause || !isHere()) return; // it would be a run of the room that was left
  view.isPreviewing = Object.keys(view.hand).length > 0;
  view.request = { number: ++view.number, at: performance.now(), hand: JSON.stringify(view.hand) };
  view.send({ number: view.number, values: view.hand, committed: view.data.committed });
}

function takeAnswer(view) {
  const { request, data } = view;
  const isCommitted = JSON.stringify(data.committed) !== view.committedText;
  view.committedText = JSON.stringify(data.committed);
  if (isCommitted) Object.assign(view, { request: null, isPreviewing: false });
  if (isCommitted || !request || data.answers !== request.number) return;
  const took = performance.now() - request.at;
  view.request = null;
  view.pause = setTimeout(() => {
    view.pause = 0;
    if (JSON.stringify(view.hand) !== request.hand) ask(view);
  }, pauseAfter(took, data.others));
}
