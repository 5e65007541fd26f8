// Has the server draw what is under the hand where the browser does not: one request in flight, the newest values next.
// Also starts a run when the theme of the page changes.

import { endOfCall } from "../../kit/calls.js";
import { ANSWER_EVENT, heldTexts, HELD_EVENT, setReleased } from "../../kit/preview.js";
import { isHere, takeUp } from "../forward.js";
import { watchTheme } from "../theme.js";

const REST = 0.25, LONGEST_REST_MS = 1000; // after an answer, as a share of it, and at most
const HOLDS = ["pointerdown", "pointerup", "pointercancel", "keydown", "keyup"];
const VIEWS = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const view = VIEWS.get(parentElement) ?? open(parentElement);
  const send = (values) => setTriggerValue("preview", values), recolour = (scheme) => setTriggerValue("theme", scheme);
  Object.assign(view, { data, send, recolour });
  takeUp(data.committed, data.room);
  takeAnswer(view);
  dispatchEvent(new CustomEvent(ANSWER_EVENT));
  ask(view);
  return endOfCall(view, () => {
    view.themes.disconnect();
    view.controller.abort();
    clearTimeout(view.pause);
    VIEWS.delete(parentElement);
  });
}

function open(root) {
  const view = { number: 0, controller: new AbortController() }, { signal } = view.controller;
  view.themes = watchTheme((scheme) => view.recolour(scheme));
  const holds = ({ type, repeat }) => setReleased(type !== "pointerdown" && !repeat);
  HOLDS.forEach((type) => addEventListener(type, holds, { capture: true, signal }));
  addEventListener(HELD_EVENT, () => ask(view), { signal });
  VIEWS.set(root, view);
  return view;
}

// The pause after an answer follows how many other runs the server had underway, so a slow page or a busy server falls
// to fewer pictures, never to none.
export function pauseAfter(took, others) {
  return Math.min(took * (REST + others), LONGEST_REST_MS);
}

// Values under the hand that the server does not know, by name; `data.committed` has those of the address.
function uncommitted({ committed }) {
  return Object.fromEntries(Object.entries(heldTexts()).filter(([name, text]) => name in committed && `${text}` !== `${committed[name]}`));
}

function ask(view) {
  const values = uncommitted(view.data), text = JSON.stringify(values);
  const isWanted = Object.keys(values).some((name) => view.data.asks.includes(name)) || view.isPreviewing;
  if (!isWanted || view.request || view.pause || text === view.asked || !isHere()) return; // not of a room that was left
  view.isPreviewing = text !== "{}";
  view.asked = text;
  view.request = { number: ++view.number, at: performance.now() };
  view.send({ number: view.number, values, committed: view.data.committed });
}

function takeAnswer(view) {
  const { request, data } = view, committed = JSON.stringify(data.committed);
  const isCommitted = committed !== view.committedText;
  view.committedText = committed;
  if (isCommitted) Object.assign(view, { request: null, isPreviewing: false, asked: "{}" });
  if (isCommitted || !request || data.answers !== request.number) return;
  view.request = null;
  view.pause = setTimeout(() => {
    view.pause = 0;
    ask(view);
  }, pauseAfter(performance.now() - request.at, data.others));
}
