// Questions of the page: a card of the room Questions is asked as soon as it stands alone as a class sees it; for that
// of a step the strip has a button. What is revealed in the page is revealed to the class.

import { round, rows } from "../answers.js";
import { fill } from "../strip.js";
import { go } from "../../kit/address.js";
import { element, fillTemplate } from "../../kit/element.js";
import { addressHere, isPrivate } from "./scene.js";

const CHOICES = ".st-key-class_view .choices";

// { ask, card, isRevealed, asks }: the question of the page as it is sent to the class, the slug of a card, and whether
// opening the page asks it. null where there is none.
export function questionHere(view) {
  const here = addressHere(), [room, text] = here.split("?"), query = new URLSearchParams(text);
  if (room === "/questions") {
    const card = query.get("card") in view.cards ? query.get("card") : Object.keys(view.cards)[0];
    const isRevealed = query.get("revealed") === "true";
    return { ask: { card }, card, isRevealed, asks: !isPrivate(here), isAlone: isPrivate(here), parameter: "revealed" };
  }
  const ask = window.clockfaceAsks;
  if (!ask?.card && !ask?.text) return null;
  return { ask, card: ask.card ?? "", isRevealed: query.get("unfolded") === "true", asks: false, parameter: "unfolded" };
}

// Whether the question that the class has is that of the page.
export function isSame(here, question) {
  if (!here || !question || here.isAlone) return false;
  return here.card ? here.card === question.card : !question.card && here.ask.text === question.text;
}

// Whether the page itself shows the question that the class has; a teacher's own fills the screen instead.
export function isAskedHere(view) {
  return Boolean(view.state.question?.card) && isSame(questionHere(view), view.state.question);
}

// Whether the options stand in the page, large.
export function isInClassView(view) {
  return isAskedHere(view) && questionHere(view).asks;
}

// What is asked for where there are no options.
export function hint(words, { kind, least, most, unit }) {
  if (kind !== "number" || least === null || most === null) return "";
  return fillTemplate(words["Number: range"], { least: round(least), most: round(most), unit }).trim();
}

// Bars grow out of the options where they stand in the page, which a run of the server may have drawn anew; of a number,
// the ranges stand there once they are revealed.
export function markChoices(view) {
  const list = document.querySelector(CHOICES), { question } = view.state;
  if (!list) return;
  const isHere = isInClassView(view), bars = isHere && question.distribution ? rows(question, question.options) : [];
  if (list.matches(".ranges")) {
    const names = bars.length || !isHere ? bars.map(({ name }) => name) : [hint(view.words, question)];
    fill(list, names, () => names.map((name) => element("li", {}, name)));
  }
  [...list.children].forEach((option, i) => {
    const { count, share = 0, right } = bars[i] ?? {};
    if (count === undefined) for (const name of ["count", "right"]) delete option.dataset[name];
    else Object.assign(option.dataset, { count, right });
    option.style.setProperty("--share", share);
  });
}

// What has to be told to the class after what the teacher's page has just done; nothing while an answer is awaited.
export function attend(view) {
  const { question, seq } = view.state;
  if (view.isAttending || seq < (view.awaitedSeq ?? 0)) return;
  const here = questionHere(view), before = view.questionBefore;
  view.questionBefore = here;
  const isAsked = here?.card && isSame(here, question);
  const same = here && before?.card === here.card;
  if (isAsked) {
    view.askedCard = here.card;
    const isRevealed = question.state === "revealed", isTurned = same && here.isRevealed !== before.isRevealed;
    if (isTurned && here.isRevealed && !isRevealed) act(view, view.actions.question("reveal"));
    if (isTurned && !here.isRevealed && isRevealed) act(view, view.actions.question("again"));
  } else if (here?.asks && !here.isRevealed && view.askedCard !== here.card) {
    view.askedCard = here.card;
    act(view, view.actions.ask({ card: here.card }));
  } else if (view.askedCard && (here?.card !== view.askedCard || here.isAlone)) {
    if (question?.card === view.askedCard) act(view, view.actions.question("next"));
    view.askedCard = "";
  }
}

async function act(view, request) {
  view.isAttending = true;
  const answer = await request;
  if (answer) view.awaitedSeq = answer.seq;
  view.isAttending = false;
}

// Tells the class and shows the same in the page.
export async function turn(view, what) {
  const here = questionHere(view), isHere = isSame(here, view.state.question);
  await act(view, view.actions.question(what));
  if (isHere && what !== "close" && what !== "next") showInPage(here.parameter, what === "reveal");
}

export function askHere(view) {
  const { isAlone, card, ask } = questionHere(view);
  if (isAlone) return openForClass(view);
  view.askedCard = card;
  act(view, view.actions.ask(ask));
}

// The card alone in large type, which asks it.
function openForClass(view) {
  const address = new URL(location.href);
  for (const name of ["guess", "revealed"]) address.searchParams.delete(name);
  address.searchParams.set("class_view", "true");
  view.askedCard = "";
  go(address.href);
}

function showInPage(name, isShown) {
  const address = new URL(location.href);
  if (isShown === (address.searchParams.get(name) === "true")) return;
  if (isShown) address.searchParams.set(name, "true");
  else address.searchParams.delete(name);
  go(address.href);
}
