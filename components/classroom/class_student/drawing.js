// The strip at the lower edge of a student's page, and the sheet of a question above it.

import { chart, optionNames, round, wordsOf } from "../answers.js";
import { fill } from "../strip.js";
import { button, element, fillTemplate } from "../../kit/element.js";

const SHORT = 12; // characters of options that stand side by side

export function drawStudent(view) {
  const { inside } = view.strip;
  if (!inside.firstChild) inside.append(element("div", {}), element("div", {}));
  const [sheet, strip] = inside.children, { state, answer, note, isDown, refusal, follows } = view;
  const { question, move } = state ?? {}, isRunning = state && !state.ended;
  fill(sheet, [question, isRunning, move?.address, follows, answer, note], () => (isRunning ? drawSheet(view) : []));
  const { paused, look, pace, ended, teacher } = state ?? {};
  const facts = [Boolean(state), Boolean(move), Boolean(question), paused, look, pace, ended, teacher, isDown, refusal, follows];
  fill(strip, facts, () => drawStrip(view));
}

// ---- The strip.

function drawStrip(view) {
  const { words, code, actions } = view, [text, isDown] = statusLine(view), action = actionOf(view);
  return element(
    "div", { class: "strip", role: "region", "aria-label": fillTemplate(words["Region"], { code }) },
    element("p", { class: isDown ? "down" : "", "aria-live": "polite" }, text),
    action && button(words[action], actions[{ "Look around": "look", Back: "back", Leave: "leave" }[action]]),
  );
}

// The status line, and whether it reports trouble.
function statusLine({ words, state, isDown, refusal, follows, code }) {
  if (refusal) return [refusal, true];
  if (state?.ended) return [words["Ended"], false];
  if (isDown) return [words["Line: yours, student"], true];
  if (!state) return [fillTemplate(words["Joining"], { code }), false];
  if (state.teacher === false) return [words["Line: teacher"], true];
  if (state.pace === "own") return [words["Own pace"], false];
  if (!follows) return [words["Looking around"], false];
  if (!state.move && !state.question) return [fillTemplate(words["Waiting"], { code }), false];
  return [state.paused ? words["Paused"] : words["You follow"], false];
}

function actionOf({ state, refusal, follows }) {
  if (refusal || state?.ended) return "Leave";
  if (!state || state.pace === "own") return null;
  if (!follows) return "Back";
  return state.look && state.move ? "Look around" : null;
}

// ---- The sheet.

function drawSheet(view) {
  const { question } = view.state;
  if (!question) return [];
  const isRevealed = question.state === "revealed";
  const { claim, ask } = isShownBehind(view, question) ? {} : wordsOf(question, view);
  const inside = isRevealed ? result(view, question) : openQuestion(view, question);
  const kind = question.card ? "" : "own";
  return element(
    "section", { class: `sheet ${question.state} ${kind}`.trim(), "aria-live": "polite" },
    claim ? element("h2", {}, claim) : null, ask ? element("p", {}, ask) : null, inside,
  );
}

// Whether the page behind the sheet shows the question in large type.
function isShownBehind({ state, follows }, { card }) {
  const address = state.move?.address ?? "", isClassQuestion = /^\/questions\?.*class_view=true/.test(address);
  return Boolean(card) && follows && state.pace === "class" && isClassQuestion;
}

function openQuestion(view, question) {
  const { words, answer, note } = view, isOpen = question.state === "open";
  const message = note || (!isOpen ? words["Closed"] : answer === null ? "" : words["Answer: sent"]);
  const field = question.kind === "number" ? numberField(view, question, isOpen) : options(view, question, isOpen);
  return [field, message ? element("p", { class: note ? "down" : "" }, message) : null];
}

function options({ words, answer, actions }, question, isOpen) {
  const names = optionNames(question, words);
  const buttons = names.map((name, i) => (
    button(name, () => actions.answer(i), { "aria-pressed": `${answer === i}`, disabled: !isOpen })
  ));
  return element("div", { class: isShort(names) ? "options short" : "options" }, buttons);
}

function isShort(names) {
  return names.join("").length <= SHORT;
}

function numberField({ words, answer, actions }, { unit, least, most, whole }, isOpen) {
  const label = unit ? `${words["Your answer"]} (${unit})` : words["Your answer"];
  const input = element("input", {
    type: "number", inputmode: whole ? "numeric" : "decimal", step: whole ? 1 : "any", min: least, max: most,
    value: answer ?? "", required: true, disabled: !isOpen, "aria-label": label, placeholder: label,
  });
  const send = element("button", { type: "submit", disabled: !isOpen }, words["Send"]);
  const form = element("form", { class: "number" }, input, send);
  form.onsubmit = (event) => {
    event.preventDefault();
    actions.answer(+input.value);
  };
  return form;
}

// One's own answer against those of the class and the truth: the bars grow where the options stood.
function result({ words, answer }, question) {
  const names = optionNames(question, words), { truth, kind, unit } = question;
  const name = (value) => (kind === "number" ? `${round(value)} ${unit}`.trim() : names[value]);
  const sentences = [
    answer === null ? words["Own: none"] : fillTemplate(words["Own"], { answer: name(answer) }),
    truth === null ? null : fillTemplate(words["Truth: told"], { answer: name(truth) }),
  ];
  const bars = chart(question, names, answer, words);
  if (isShort(names)) bars.classList.add("short");
  return [bars, element("p", {}, sentences.filter(Boolean).join(" "))];
}
