// The strip at the lower edge of the teacher's page: the door to the class, its numbers, its question; and the door
// large.

import { chart, round } from "../../kit/class_answers.js";
import { optionNames, wordsOf } from "../../kit/class_question.js";
import { fill } from "../../kit/class_strip.js";
import { button, element } from "../../kit/element.js";
import { filled } from "../../kit/filled.js";
import { go } from "../../kit/go.js";
import { addressOf } from "../../kit/root.js";
import { askHere, isAskedHere, questionHere, turn } from "./questions.js";

const PLACES = ["band", "strip", "over"];

// The short address of the class. A page at "localhost" has one on the network for all others.
export function doorOf({ me, addresses }) {
  return addresses[0] ?? addressOf(`c/${me.code}`);
}

// As students type it.
export function typed(door) {
  return door.replace(/^\w+:\/\//, "");
}

export function picture(view) {
  return element("img", { src: addressOf(`live/parts/qr.svg?of=${encodeURIComponent(doorOf(view))}`), alt: "" });
}

export function showStrip(view) {
  const { inside } = view.strip;
  if (!inside.firstChild) inside.append(...PLACES.map((name) => element("div", { class: `place-${name}` })));
  const [band, strip, over] = inside.children;
  const { state, words, isDown, note, isLong } = view;
  const here = questionHere(view), mayAsk = Boolean(here && !state.question && state.pace === "class");
  const asked = [state.question, isAskedHere(view), state.counts?.answers, state.counts?.here];
  fill(band, asked, () => drawBand(view));
  const shown = [{ ...state, move: 0, seq: 0, now: 0, question: 0 }, isDown, note, isLong, mayAsk, doorOf(view)];
  fill(strip, shown, () => drawStrip(view, mayAsk));
  fill(over, [view.large, doorOf(view)], () => (view.large ? drawLarge(view) : []));
}

export function drawLarge(view) {
  const { words, me } = view;
  const shown = button("", () => view.doings.enlarge(false), { class: "large", "aria-label": words["Large: close"] });
  shown.append(
    picture(view), element("span", { class: "address" }, typed(doorOf(view))),
    element("span", { class: "code" }, me.code),
  );
  return shown;
}

// ---- The strip.

function drawStrip(view, mayAsk) {
  const { words, state, me, doings } = view;
  const door = button("", () => doings.enlarge(true), { class: "door", title: words["Large"] });
  door.append(picture(view), element("span", {}, typed(doorOf(view))));
  const pause = pauseButton(words, state.paused, doings);
  const room = button(words["To the room"], () => go(addressOf("class")));
  const ask = mayAsk ? button(words["Ask this"], () => askHere(view), { class: "first" }) : null;
  return element(
    "div", { class: "strip", role: "region", "aria-label": filled(words["Region"], { code: me.code }) },
    door, element("div", { class: "told", "aria-live": "polite" }, told(view)),
    element("div", { class: "doings" }, ask, pause, room),
  );
}

export function pauseButton(words, isPaused, doings) {
  const text = isPaused ? words["Go on"] : words["Pause"];
  return button(text, () => doings.rules({ paused: !isPaused }), { "aria-pressed": `${isPaused}` });
}

export function told({ words, state, isDown, note, isLong }) {
  const line = (text, down = false) => element("p", { class: down ? "down" : "" }, text);
  if (state.ended) return [line(words["Ended: teacher"])];
  if (isDown) return [line(words["Line: yours"], true)];
  const { counts } = state;
  if (!counts) return [line(words["Connecting"])];
  const pace = state.pace === "class" ? filled(words["Following"], counts) : words["Own pace: on"];
  const said = [filled(words["Here"], counts), pace, state.paused ? words["Paused: teacher"] : ""];
  const lines = [line(said.filter(Boolean).join(" · "))];
  if (state.pace === "own") lines.push(steps(words, counts.steps));
  if (counts.lost) lines.push(line(filled(words["Lost"], counts), true));
  if (isLong) lines.push(line(words["Too long"], true));
  if (note) lines.push(line(note, true));
  return lines;
}

function steps(words, counts) {
  const lines = counts.map((count, i) => element("span", {}, filled(words["Step"], { number: i + 1, count })));
  return element("p", { class: "steps" }, lines);
}

// ---- The band of a question: how many have answered, and nothing else until it is revealed.

function drawBand(view) {
  const { words, state } = view, { question } = state;
  if (!question) return [];
  const isOwn = !question.card, isRevealed = question.state === "revealed";
  const doing = doings(view, question), names = optionNames(question, words);
  const asked = [element("h2", {}, wordsOf(question, view).claim), isOwn && !isRevealed ? listed(question, names) : null];
  const text = isAskedHere(view) ? null : element("div", { class: "asked" }, asked);
  const result = isRevealed ? answers(view, question, names) : count(view, question);
  const buttons = element("div", { class: "doings" }, doing);
  return element("div", { class: isOwn ? "band own" : "band" }, text, result, buttons);
}

function listed({ kind, unit }, names) {
  if (kind === "number") return unit ? element("p", {}, `(${unit})`) : null;
  return element("ol", {}, names.map((name) => element("li", {}, name)));
}

function count({ words, state }, question) {
  const answered = question.answers ?? state.counts?.answers ?? 0, here = question.here ?? state.counts?.here ?? 0;
  const [before, after] = words["Answered"].split("{count}");
  const note = question.state === "closed" ? ` · ${words["Closed: teacher"]}` : "";
  return element(
    "p", { class: "answered", "aria-live": "polite" },
    before, element("b", {}, filled(words["Count"], { answered, here })), `${after}${note}`,
  );
}

function answers({ words }, question, names) {
  const { truth, distribution, kind, answers: all, unit } = question, said = [];
  const isNumber = kind === "number";
  if (isNumber && truth != null) said.push(filled(words["Truth: number"], { truth: round(truth), unit }).trim());
  const { median } = distribution;
  if (isNumber && median != null) said.push(filled(words["Median"], { median: round(median) }));
  const right = isNumber ? distribution.right : truth == null ? null : distribution.counts[truth];
  if (right != null) said.push(filled(words["Right"], { right, all }));
  return element("div", {}, chart(question, names, null, words), element("p", {}, said.join(" · ")));
}

function doings(view, question) {
  const { words } = view, does = (text, what, attributes = {}) => button(text, () => turn(view, what), attributes);
  const first = { class: "first" };
  if (question.state === "revealed") return [does(words["Again"], "again"), does(words["Next"], "next", first)];
  return [
    does(words["Reveal"], "reveal", first),
    question.state === "open" ? does(words["Close"], "close") : null,
    does(words["Reset"], "reset"), does(words["Withdraw"], "next"),
  ];
}
