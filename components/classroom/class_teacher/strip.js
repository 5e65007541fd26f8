// The strip at the lower edge of the teacher's page: the way into the class, its numbers, its question; and that way
// large.

import { chart, optionNames, round, wordsOf } from "../answers.js";
import { fill } from "../strip.js";
import { addressOf, go } from "../../kit/address.js";
import { button, element, fillTemplate } from "../../kit/element.js";
import { askHere, hint, isAskedHere, isInClassView, isSame, markChoices, questionHere, turn } from "./questions.js";
import { addressHere, isPrivate } from "./scene.js";

const PLACES = ["band", "strip", "over"];

// The short address of the class.
export function joinAddress(view) {
  return `${placeOf(view)}c/${view.me.code}`;
}

// The address of the app for phones.
export function placeOf({ place, places }) {
  return place || (places[0] ?? addressOf(""));
}

// As students type it.
export function withoutScheme(address) {
  return address.replace(/^\w+:\/\//, "");
}

export function picture(address) {
  return element("img", { src: addressOf(`live/parts/qr.svg?of=${encodeURIComponent(address)}`), alt: "" });
}

export function showStrip(view) {
  const { inside } = view.strip;
  if (!inside.firstChild) inside.append(...PLACES.map((name) => element("div", { class: `place-${name}` })));
  const [band, strip, over] = inside.children;
  const { state, words, isDown, note, isLong } = view;
  const here = questionHere(view), mayAsk = Boolean(here && !state.question && (state.pace === "class" || here.isAlone));
  const isAlone = !state.question && isPrivate(addressHere());
  const bandFacts = [state.question, isAskedHere(view), isInClassView(view), state.counts?.answers, state.counts?.here];
  fill(band, bandFacts, () => drawBand(view));
  const stripFacts = [{ ...state, move: 0, seq: 0, now: 0, question: 0 }, isDown, note, isLong, mayAsk, isAlone, joinAddress(view)];
  fill(strip, stripFacts, () => drawStrip(view, mayAsk, isAlone));
  fill(over, [view.large, joinAddress(view)], () => (view.large ? drawLarge(view) : []));
  showInView(view);
}

// In the page of a question that is asked: the link for latecomers, and later the answers.
export function showInView(view) {
  const place = document.querySelector(".class-join");
  if (place) fill(place, joinAddress(view), () => drawJoin(view));
  document.documentElement.toggleAttribute("data-asked", isSame(questionHere(view), view.state.question));
  markChoices(view);
}

export function drawJoin(view) {
  const { words, me, actions } = view;
  const large = button("", () => actions.enlarge(true), { title: words["Large"], class: "picture" });
  large.append(picture(joinAddress(view)));
  return [
    large,
    element("p", { class: "address" }, withoutScheme(joinAddress(view))), element("p", { class: "code" }, me.code),
  ];
}

function drawLarge(view) {
  const { words, me } = view;
  const overlay = button("", () => view.actions.enlarge(false), { class: "large", "aria-label": words["Large: close"] });
  overlay.append(
    picture(joinAddress(view)), element("span", { class: "address" }, withoutScheme(joinAddress(view))),
    element("span", { class: "code" }, me.code),
  );
  return overlay;
}

// ---- The strip.

function drawStrip(view, mayAsk, isAlone) {
  const { words, state, me, actions } = view;
  const join = button("", () => actions.enlarge(true), { class: "join", title: words["Large"] });
  join.append(picture(joinAddress(view)), element("span", {}, withoutScheme(joinAddress(view))));
  const pause = pauseButton(words, state.paused, actions);
  const room = button(words["To the room"], () => go(addressOf("class")));
  const ask = mayAsk ? button(words["Ask this"], () => askHere(view), { class: "first" }) : null;
  return element(
    "div", { class: "strip", role: "region", "aria-label": fillTemplate(words["Region"], { code: me.code }) },
    join, element("div", { class: "status", "aria-live": "polite" }, statusLine(view, isAlone)),
    element("div", { class: "actions" }, ask, pause, room),
  );
}

export function pauseButton(words, isPaused, actions) {
  const text = isPaused ? words["Go on"] : words["Pause"];
  return button(text, () => actions.rules({ paused: !isPaused }), { "aria-pressed": `${isPaused}` });
}

export function statusLine({ words, state, isDown, note, isLong }, isAlone = false) {
  const line = (text, down = false) => element("p", { class: down ? "down" : "" }, text);
  if (state.ended) return [line(words["Ended: teacher"])];
  if (isDown) return [line(words["Line: yours"], true)];
  const { counts } = state;
  if (!counts) return [line(words["Connecting"])];
  const pace = state.pace === "class" ? fillTemplate(words["Following"], counts) : words["Own pace: on"];
  const parts = [fillTemplate(words["Here"], counts), pace, state.paused ? words["Paused: teacher"] : "", isAlone ? words["Alone"] : ""];
  const lines = [line(parts.filter(Boolean).join(" · "))];
  if (state.pace === "own") lines.push(steps(words, counts.steps));
  if (counts.lost) lines.push(line(fillTemplate(words["Lost"], counts), true));
  if (isLong) lines.push(line(words["Too long"], true));
  if (note) lines.push(line(note, true));
  return lines;
}

function steps(words, counts) {
  const lines = counts.map((count, i) => element("span", {}, fillTemplate(words["Step"], { number: i + 1, count })));
  return element("p", { class: "steps" }, lines);
}

// ---- The band of a question: its options, how many have answered, and nothing else until it is revealed.

function drawBand(view) {
  const { words, state } = view, { question } = state;
  if (!question) return [];
  const { claim, ask } = isAskedHere(view) ? {} : wordsOf(question, view);
  const inPage = isInClassView(view), bars = inPage ? null : chart(question, optionNames(question, words), null, words);
  const open = inPage || question.state === "revealed" ? "" : hint(words, question);
  const summary = question.state === "revealed" ? result(view, question) : count(view, question);
  return element(
    "div", { class: `band ${question.state} ${question.card ? "" : "own"}`.trim() },
    claim ? element("h2", {}, claim) : null, ask ? element("p", {}, ask) : null,
    bars?.childElementCount ? bars : null, open ? element("p", { class: "hint" }, open) : null, summary, element("div", { class: "actions" }, actions(view, question)),
  );
}

function count({ words, state }, question) {
  const answerCount = question.answers ?? state.counts?.answers ?? 0, here = question.here ?? state.counts?.here ?? 0;
  const [before, after] = words["Answered"].split("{count}");
  const note = question.state === "closed" ? ` · ${words["Closed: teacher"]} ` : " ";
  return element(
    "p", { class: "answered", "aria-live": "polite" },
    before, element("b", {}, fillTemplate(words["Count"], { answered: answerCount, here })), `${after}${note}`,
    element("small", {}, words["Hidden"]),
  );
}

function result({ words }, { truth, distribution, kind, answers: all, unit }) {
  const parts = [], isNumber = kind === "number", { median } = distribution;
  const right = isNumber ? distribution.right : truth == null ? null : distribution.counts[truth];
  if (right != null) parts.push(fillTemplate(words["Right"], { right, all }));
  if (isNumber && truth != null) parts.push(fillTemplate(words["Truth: number"], { truth: round(truth), unit }).trim());
  if (isNumber && median != null) parts.push(fillTemplate(words["Median"], { median: round(median) }));
  if (!parts.length) parts.push(fillTemplate(words["Answers"], { all }));
  return element("p", { class: "answered" }, parts.join(" · "));
}

function actions(view, question) {
  const { words } = view;
  const does = (name, what, isFirst = false) => (
    button(words[name], () => turn(view, what), { title: words[`${name}: help`], class: isFirst ? "first" : "" })
  );
  if (question.state === "revealed") return [does("Again", "again"), does("Next", "next", true)];
  return [
    does("Withdraw", "next"), does("Reset", "reset"), question.state === "open" ? does("Close", "close") : null,
    does("Reveal", "reveal", true),
  ];
}
