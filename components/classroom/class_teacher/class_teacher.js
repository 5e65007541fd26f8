// The teacher's side of a live class: what the teacher's page shows is sent to the class, and a strip at the lower edge
// has its address, its numbers and its questions. The secret stays in the storage of this browser.

import { keepLine, send } from "../line.js";
import { keepPlace, keptPlace, fetchPlaces, readPlace } from "../place.js";
import { edge, stylePage } from "../strip.js";
import { addressOf } from "../../kit/address.js";
import { download } from "../../kit/download.js";
import { attend, isAskedHere } from "./questions.js";
import { showRoom } from "./room.js";
import { fitsIntoMove, sceneHere } from "./scene.js";
import { showInView, showStrip } from "./strip.js";
import { arrive, holdKey, watchRuns } from "./way.js";

const KEY = "clockface-class"; // in localStorage: { code, secret, asked }, with the truth of the last question
const ON = ["PageDown", "ArrowRight", "ArrowDown", " "];
const TYPING_FIELDS = "input, textarea, select, [contenteditable]";
const TICK_MS = 50, PLAYING_MS = 3000;

export default function (setup) {
  const view = {
    ...setup, me: null, state: null, isDown: false, places: [], place: keptPlace(), latest: "", sentAt: 0, turn: 0, note: "", large: false, isLong: false,
    by: Array.from({ length: 8 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]).join(""),
  };
  window.clockfaceClass = view;
  stylePage(setup.page);
  watchRuns(view);
  const actions = {
    start: () => begin(view, null),
    another: () => forget(view),
    rules: (rules) => post(view, "rules", rules),
    ask: (question) => {
      keep(view, question);
      return post(view, "ask", question);
    },
    question: (what) => post(view, "question", { do: what }),
    end: () => post(view, "end", {}),
    csv: () => saveCounts(view),
    enlarge: (large) => {
      view.large = large;
      draw(view);
    },
    choosePlace: (text) => choosePlace(view, text),
    secretLink: () => `${addressOf("class")}#teach=${view.me.secret}`,
  };
  Object.assign(view, { actions });
  fetchPlaces().then((places) => Object.assign(view, { places }));
  const secret = secretFromAddress() ?? storedClass()?.secret;
  if (secret) begin(view, secret);
  setInterval(() => tick(view), TICK_MS);
  addEventListener("keydown", (event) => press(view, event), true);
}

// A presenter's keys where no question of the page has them.
function press(view, event) {
  const goesOn = ON.includes(event.key);
  if (view.large && (event.key === "Escape" || goesOn)) return take(event, () => view.actions.enlarge(false));
  const isElsewhere = view.state?.question && !isAskedHere(view), focusedElement = event.composedPath()[0];
  const isTaken = focusedElement.closest?.(TYPING_FIELDS) || (focusedElement.closest?.("button") && event.key !== "PageDown");
  if (!goesOn || isTaken) return;
  if (holdKey(view, event.key)) return take(event, () => {});
  if (isElsewhere) take(event, () => view.strip.inside.querySelector(".band .first").click());
}

function take(event, act) {
  event.preventDefault();
  event.stopImmediatePropagation();
  act();
}

// Another address for phones; none at all stands for the one that the server knows. Returns whether it is one.
function choosePlace(view, text) {
  const place = readPlace(text);
  if (!place && text.trim()) return false;
  keepPlace(place);
  view.place = place;
  draw(view);
  return true;
}

// ---- The secret: in the storage, or behind the # of a link that brings it from another device.

function storedClass() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function secretFromAddress() {
  const secret = location.hash.match(/^#teach=([\w-]{20,64})$/)?.[1];
  if (secret) history.replaceState(history.state, "", location.pathname + location.search);
  return secret;
}

// The truth of a question outlives the server, which may lose the class before it is revealed.
function keep(view, truth) {
  localStorage.setItem(KEY, JSON.stringify({ ...view.me, asked: truth }));
}

function forget(view) {
  view.stop?.();
  view.strip?.remove();
  view.large = false;
  localStorage.removeItem(KEY);
  Object.assign(view, { me: null, state: null, strip: null, stop: null, latest: "", note: "" });
}

// ---- The line.

function begin(view, secret) {
  view.me = { secret };
  view.note = "";
  view.stop = keepLine({
    enter: () => enter(view),
    state: (state) => takeState(view, state),
    gone: () => enter(view).catch(() => {}),
    down: (isDown) => {
      view.isDown = isDown;
      draw(view);
    },
    refuse: (error) => {
      forget(view);
      view.note = error.message;
    },
  });
}

// A server that has lost the class creates it again under its code: everything is sent again.
async function enter(view) {
  const before = view.state; // the stream may bring the new one before the answer comes
  const { code, secret, watch, truth, class: state } = await send("start", {}, view.me.secret);
  view.me = { code, secret: secret ?? view.me.secret };
  const storedTruth = storedClass()?.code === code ? storedClass().asked : null; // none where another device asked
  keep(view, truth == null ? storedTruth : { text: state.question.text, right: truth });
  view.learntNumber = state.question?.number;
  view.strip ??= edge(view.style, "teacher");
  takeState(view, state);
  if (before && before.life !== state.life && !before.ended) await tellAgain(view, before);
  view.latest = "";
  return `live/${code}/events?watch=${watch}`;
}

// Counts are lost; answers to a question that is open are sent again by the students' browsers.
async function tellAgain(view, { paused, look, pace, question }) {
  await post(view, "rules", { paused, look, pace });
  if (question && question.state !== "revealed" && !view.state.question) await askAgain(view, question);
  view.note = view.words["Lost by the server"];
  draw(view);
}

async function askAgain(view, { card, text, kind, options, unit, least, most, whole }) {
  const { asked: last } = storedClass(), right = last?.text === text ? last.right : null;
  const question = kind === "number" ? { text, unit, least, most, whole, right } : { text, options, right };
  await post(view, "ask", card ? { card } : question);
}

function takeState(view, state) {
  if (view.state?.life === state.life && state.seq < view.state.seq) return;
  view.state = { ...state, counts: state.counts ?? view.state?.counts ?? null };
  draw(view);
  learnTruth(view, state.question);
  if (!state.ended) return;
  view.stop?.();
  view.strip.remove();
  view.strip = null;
}

// Another device of the teacher may have asked; the right answer is sent for the secret, once for each question.
async function learnTruth(view, question) {
  if (!question || question.card || question.number === view.learntNumber) return;
  view.learntNumber = question.number;
  const { truth } = await send("start", {}, view.me.secret).catch(() => ({}));
  if (truth != null) keep(view, { text: question.text, right: truth });
}

async function post(view, route, body) {
  try {
    const answer = await send(`${view.me.code}/${route}`, body, view.me.secret);
    view.note = "";
    return answer;
  } catch (error) {
    view.note = error.kind ? error.message : view.words["Line: yours"];
    draw(view);
    return null;
  }
}

async function saveCounts(view) {
  const text = await post(view, "csv", {});
  if (text !== null) download(text, `class-${view.me.code}.csv`, "text/csv");
}

// ---- Twenty times a second: what the page shows now, if it has changed; one message on its way.

function tick(view) {
  showRoom(view);
  if (!view.state || view.state.ended || document.visibilityState === "hidden") return;
  arrive(view);
  attend(view);
  drawAnew(view);
  showInView(view);
  const scene = sceneHere(view);
  checkLength(view, scene);
  if (!scene || view.isLong || view.isMoving) return;
  const stillScene = JSON.stringify(scene, (name, value) => (name === "position" ? undefined : value));
  const again = Object.keys(scene.playing).length && Date.now() - view.sentAt > PLAYING_MS;
  if (stillScene === view.latest && !again) return;
  view.isMoving = true;
  Object.assign(view, { latest: stillScene, sentAt: Date.now() });
  send(`${view.me.code}/move`, { by: view.by, turn: ++view.turn, ...scene }, view.me.secret)
    .catch((error) => {
      view.latest = "";
      if (["value", "large"].includes(error.kind)) Object.assign(view, { latest: stillScene, note: error.message });
      return new Promise((resolve) => setTimeout(resolve, 500));
    })
    .finally(() => (view.isMoving = false));
}

// What the strip offers depends on the page, whose question comes with the run of the server.
function drawAnew(view) {
  const here = `${location.href} ${JSON.stringify(window.clockfaceAsks)}`;
  if (here === view.drawnAt) return;
  view.drawnAt = here;
  draw(view);
}

// The class keeps the picture before where an address is too long for a move.
function checkLength(view, scene) {
  const isLong = Boolean(scene && !fitsIntoMove(scene, view));
  if (isLong === view.isLong) return;
  view.isLong = isLong;
  draw(view);
}

function draw(view) {
  if (view.strip) showStrip(view);
}
