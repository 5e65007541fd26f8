// The student's side of a live class: the page goes where the class stands, its pictures follow the teacher's hand, and
// a strip at the lower edge tells whether they do. No name and no account: a random token, kept by this browser.

import { isFinal, keepLine, send } from "../line.js";
import { join, joinForm, noClass, tokenKey } from "../join.js";
import { edge, fill, stylePage } from "../strip.js";
import { addressOf } from "../../kit/address.js";
import { element, fillTemplate } from "../../kit/element.js";
import { setPreview } from "../../kit/preview.js";
import { drawStudent } from "./drawing.js";
import { followScene, keepUp, leaveScene, MAIN, meet, stepHere, watchRuns } from "./scene.js";

const CODE = "clockface-in-class", ANSWER = "clockface-answer", ALONE = "clockface-alone", TICK_MS = 250;

export default function (setup) {
  const code = sessionStorage.getItem(CODE), key = tokenKey(code);
  const view = {
    ...setup, code, key, state: null, follows: sessionStorage.getItem(ALONE) !== code, isDown: false, refusal: "",
    answer: null, note: "", metPictures: new WeakSet(),
  };
  window.clockfaceClass = view;
  view.actions = {
    look: () => setFollows(view, false),
    back: () => setFollows(view, true),
    answer: (value) => answer(view, value),
    leave: () => leave(view),
  };
  stylePage(setup.page);
  watchRuns(view);
  view.strip = edge(setup.style, "student");
  view.stop = keepLine({
    enter: () => enter(view),
    state: (state) => takeState(view, state),
    down: (isDown) => {
      view.isDown = isDown;
      drawStudent(view);
    },
    refuse: (error) => {
      if (error.kind === "ended") return takeState(view, { life: "", ...view.state, ended: true, question: null, look: true });
      refuse(view, error);
    },
  });
  view.timer = setInterval(() => tick(view), TICK_MS);
  drawStudent(view);
}

async function enter(view) {
  const { token, state } = await join(view.code);
  view.isLate = true; // a student who has just come is not asked to wait
  view.lastReport = "";
  takeState(view, state);
  return `live/${view.code}/events?seat=${token}`;
}

// A code of no class: in the room Class the field comes back, elsewhere the strip leads to it.
function refuse(view, error) {
  const { words, code } = view, entry = document.querySelector(".class-door");
  view.refusal = error.kind === "code" ? noClass(words, code) : error.message;
  if (!entry || error.kind !== "code") return drawStudent(view);
  close(view);
  document.querySelector(".st-key-class_door").hidden = true;
  const heading = element("h1", {}, fillTemplate(words["No class"], { code }));
  fill(entry, "refused", () => [heading, element("p", {}, words["No class: do"]), ...joinForm(words, code)]);
}

function takeState(view, state) {
  if (view.state?.life === state.life && state.seq < view.state.seq) return;
  const before = view.state;
  view.state = state;
  takeQuestion(view, before);
  if (!state.look && !view.follows) return setFollows(view, true);
  document.documentElement.dataset.inClass = isLed(view) ? "follows" : "free";
  followScene(view);
  if (state.ended) {
    view.stop?.();
    if (!before?.ended) document.querySelector(MAIN)?.scrollTo(0, 0); // the page is the reader's own now
  }
  drawStudent(view);
}

// Whether the teacher's hand moves this page.
function isLed({ state, follows }) {
  return Boolean(state && !state.ended && follows && state.pace === "class");
}

function setFollows(view, follows) {
  view.follows = follows;
  view.isLate = true;
  sessionStorage.setItem(ALONE, follows ? "" : view.code); // also for a page that is loaded anew
  leaveScene(view);
  if (view.state) takeState(view, view.state);
}

function tick(view) {
  if (!view.state || view.state.ended) return;
  keepUp(view);
  meet(view);
  const step = view.state.pace === "own" ? stepHere() : null;
  const report = JSON.stringify({ follows: view.follows, step });
  if (view.isDown || report === view.lastReport || view.isReporting) return;
  view.lastReport = report;
  view.isReporting = true;
  send(`${view.code}/here`, { seat: localStorage.getItem(view.key), ...JSON.parse(report) })
    .catch(() => (view.lastReport = ""))
    .finally(() => (view.isReporting = false));
}

function leave(view) {
  close(view);
  if (view.refusal) location.assign(addressOf("class")); // where another code can be typed
}

function close(view) {
  view.stop?.();
  clearInterval(view.timer);
  view.strip.remove();
  sessionStorage.removeItem(CODE);
  window.clockfaceClass = null;
  setPreview({});
}

// ---- One's own answer; one a browser, which may be changed until the question is closed.

function takeQuestion(view, before) {
  const { question, life } = view.state, name = nameOf(question);
  if (before && before.life !== life) view.lostAnswer = { content: contentOf(before.question), answer: view.answer };
  if (!question) return Object.assign(view, { answer: null, questionName: "", note: "" });
  if (name !== view.questionName) Object.assign(view, { answer: keptAnswer(view, question), questionName: name, note: "" });
  if (view.lostAnswer?.content === contentOf(question) && view.lostAnswer.answer !== null) answer(view, view.lostAnswer.answer);
  view.lostAnswer = null;
}

function nameOf(question) {
  return question ? `${question.number} ${contentOf(question)}` : "";
}

// The same after the server has lost the class, in which numbers begin anew.
function contentOf(question) {
  return question ? JSON.stringify([question.card, question.text, question.options]) : "";
}

// What this browser has answered, also before the page was loaded anew.
function keptAnswer(view, question) {
  const { asked: name, own } = JSON.parse(sessionStorage.getItem(ANSWER) ?? "{}");
  return name === `${view.code}${nameOf(question)}` ? own : null;
}

async function answer(view, value) {
  const { question } = view.state, before = view.answer, name = nameOf(question);
  Object.assign(view, { answer: value, note: "" });
  drawStudent(view);
  try {
    const seat = localStorage.getItem(view.key);
    await send(`${view.code}/answer`, { seat, number: question.number, answer: value });
    sessionStorage.setItem(ANSWER, JSON.stringify({ asked: `${view.code}${name}`, own: value }));
  } catch (error) {
    if (view.questionName !== name) return; // the class has gone on meanwhile
    const note = error.kind && !isFinal(error) ? error.message : view.words["Answer: lost"];
    Object.assign(view, { answer: before, note });
  }
  drawStudent(view);
}
