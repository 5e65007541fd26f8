// Questions of the app: where the teacher's page asks one, in the room Questions as a class sees it or in a lesson's
// step, the class is asked, and what is revealed in the page is revealed to the class.

import { go } from "../../kit/go.js";
import { addressHere } from "./scene.js";

// { card, revealed, asks }: the question of the page, and whether opening the page asks it. null where there is none.
export function questionHere(view) {
  const [room, query] = addressHere().split("?"), said = new URLSearchParams(query);
  if (room === "/questions" && said.get("class_view") === "true") {
    const card = said.get("card") in view.cards ? said.get("card") : Object.keys(view.cards)[0];
    return { card, revealed: said.get("revealed") === "true", asks: true, shown: "revealed" };
  }
  const card = said.has("step") ? window.clockfaceAsks : "";
  return card ? { card, revealed: said.get("unfolded") === "true", asks: false, shown: "unfolded" } : null;
}

// Whether the page itself shows the question that the class has.
export function isAskedHere(view) {
  const { question } = view.state;
  return Boolean(question?.card) && questionHere(view)?.card === question.card;
}

// What has to be told to the class after what the teacher's page has just done; nothing while an answer is awaited.
export function attend(view) {
  const { question, seq } = view.state;
  if (view.attending || seq < (view.awaited ?? 0)) return;
  const here = questionHere(view), before = view.questionBefore;
  view.questionBefore = here;
  const isAsked = here && question?.card === here.card;
  const same = here && before?.card === here.card;
  if (isAsked) {
    view.askedHere = here.card;
    const isRevealed = question.state === "revealed", isTurned = same && here.revealed !== before.revealed;
    if (isTurned && here.revealed && !isRevealed) act(view, view.doings.question("reveal"));
    if (isTurned && !here.revealed && isRevealed) act(view, view.doings.question("again"));
  } else if (here?.asks && !here.revealed && view.askedHere !== here.card) {
    view.askedHere = here.card;
    act(view, view.doings.ask({ card: here.card }));
  } else if (view.askedHere && here?.card !== view.askedHere) {
    if (question?.card === view.askedHere) act(view, view.doings.question("next"));
    view.askedHere = "";
  }
}

async function act(view, told) {
  view.attending = true;
  const answer = await told;
  if (answer) view.awaited = answer.seq;
  view.attending = false;
}

// Tells the class and shows the same in the page.
export async function turn(view, what) {
  const here = questionHere(view), isHere = isAskedHere(view);
  await act(view, view.doings.question(what));
  if (isHere && what !== "close" && what !== "next") showInPage(here.shown, what === "reveal");
}

export function askHere(view) {
  const here = questionHere(view);
  view.askedHere = here.card;
  act(view, view.doings.ask({ card: here.card }));
}

function showInPage(name, isShown) {
  const address = new URL(location.href);
  if (isShown === (address.searchParams.get(name) === "true")) return;
  if (isShown) address.searchParams.set(name, "true");
  else address.searchParams.delete(name);
  go(address.href);
}
