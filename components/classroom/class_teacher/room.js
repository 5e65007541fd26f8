// The room Class: where a class begins, and where the teacher chooses what comes next.

import { fill } from "../strip.js";
import { joinForm } from "../join.js";
import { addressOf, go } from "../../kit/address.js";
import { copyText } from "../../kit/clipboard.js";
import { button, element, fillTemplate } from "../../kit/element.js";
import { ownQuestion } from "./own_question.js";
import { drawJoin, joinAddress, pauseButton, picture, placeOf, statusLine, withoutScheme } from "./strip.js";
import { setOut, stay } from "./way.js";

const TRY = "class?code=try"; // what a phone opens before there is a class

export function showRoom(view) {
  const entry = document.querySelector(".class-door"), place = document.querySelector(".class-room:not(.class-door)");
  if (entry) fill(entry, "field", () => joinForm(view.words, entry.dataset.given.toUpperCase()));
  if (!place) return;
  const { state, isDown, note, me } = view;
  if (!state) return drawBefore(view, place);
  if (place.leads !== me.code) {
    place.leads = me.code;
    place.replaceChildren(...drawFrame(place));
  }
  const [join, now, more, lead] = place.parts;
  fill(join, [joinAddress(view), state.ended], () => (state.ended ? [] : drawJoin(view)));
  fill(now, [state.counts, state.paused, state.look, state.pace, state.ended, isDown, note], () => drawNow(view));
  fill(more, [state.ended, view.places, view.place], () => (state.ended ? [] : drawMore(view, isOpen(more))));
  fill(lead, state.ended, () => (state.ended ? [] : drawLead(view, JSON.parse(place.dataset.given))));
}

function drawFrame(place) {
  const [join, now, more, lead] = ["door", "now", "more", "lead"].map((name) => element("div", { class: name }));
  place.parts = [join, now, more, lead];
  return [element("div", { class: "top" }, join, element("div", {}, now, more)), lead];
}

// ---- Before a class.

function drawBefore(view, place) {
  if (place.leads !== null) {
    place.leads = null;
    place.parts = ["start", "way"].map((name) => element("div", { class: name }));
    place.replaceChildren(...place.parts);
  }
  const [start, way] = place.parts;
  fill(start, [view.note, Boolean(view.me)], () => drawStart(view));
  fill(way, [view.places, view.place], () => drawWay(view, isOpen(way)));
}

function drawStart(view) {
  const { words, actions, note, me } = view;
  const start = button(words["Start"], actions.start, { class: "first", disabled: Boolean(me) });
  return [element("p", {}, start), note ? element("p", { class: "down" }, note) : null, ...joinForm(words)];
}

// Whether what a place unfolds is open at this moment; a fold tells it later, perhaps after it was drawn anew.
function isOpen(place) {
  return place.querySelector("details")?.open;
}

// The address for phones, which a phone can try.
function drawWay(view, isOpenNow) {
  const { words } = view;
  return element(
    "details", { open: isOpenNow ?? view.isTrying, ontoggle: (event) => (view.isTrying = event.target.open) },
    element("summary", {}, fillTemplate(words["Way"], { address: withoutScheme(placeOf(view)).replace(/\/$/, "") })),
    element(
      "div", { class: "try" }, element("span", { class: "picture" }, picture(`${placeOf(view)}${TRY}`)),
      element("div", {}, element("p", {}, words["Way: try"]), ...placeForm(view)),
    ),
  );
}

function placeForm(view) {
  const { words, actions, places } = view;
  const placeList = element("datalist", { id: "places" }, places.map((each) => element("option", { value: each })));
  const field = element("input", {
    name: "place", value: placeOf(view), maxlength: 200, list: "places", autocomplete: "off", spellcheck: false,
    "aria-label": words["Way: field"],
  });
  const note = element("p", { class: "down", role: "alert", hidden: true }, words["Way: wrong"]);
  const onsubmit = (event) => {
    event.preventDefault();
    note.hidden = actions.choosePlace(field.value);
  };
  const use = element("button", { type: "submit" }, words["Way: use"]);
  return [element("form", { class: "line", onsubmit }, field, placeList, use), note];
}

// ---- While a class is led.

function drawNow(view) {
  const { words, state: { paused, look, pace, ended }, actions } = view;
  if (ended) {
    const another = button(words["Start: again"], actions.another);
    return [...statusLine(view), element("p", {}, words["Afterwards"]), element("p", { class: "line" }, countsButton(view), another)];
  }
  const onchange = (event) => actions.rules({ look: event.target.checked });
  const allows = element("input", { type: "checkbox", checked: look, onchange });
  const together = pace === "own" ? button(words["Together"], () => actions.rules({ pace: "class" })) : null;
  return [
    ...statusLine(view),
    element("p", {}, words["Rooms: how"]),
    element("label", { class: "line" }, allows, ` ${words["Look: allow"]}`),
    element("p", { class: "line" }, pauseButton(words, paused, actions), together, endButton(view)),
  ];
}

function drawMore(view, isOpenNow) {
  const { words } = view, inside = [element("p", {}, words["Way: now"]), ...placeForm(view), otherDevice(view), countsButton(view)];
  return element(
    "details", { open: isOpenNow ?? view.isMore, ontoggle: (event) => (view.isMore = event.target.open) },
    element("summary", {}, words["More"]), element("div", { class: "inside" }, inside),
  );
}

function countsButton({ words, actions }) {
  return button(words["Counts"], actions.csv, { title: words["Counts: help"] });
}

// A class is ended by two clicks.
function endButton({ words, actions }) {
  const end = button(words["End"], () => {
    if (end.textContent === words["End: sure"]) actions.end();
    else end.textContent = words["End: sure"];
  });
  return end;
}

function otherDevice({ words, actions }) {
  const field = element("input", { readonly: true, hidden: true, "aria-label": words["Move"] });
  const output = element("output", { "aria-live": "polite" });
  const copy = button(words["Move"], async () => {
    if (await copyText(actions.secretLink(), field)) output.textContent = words["Move: copied"];
    else output.textContent = words["Move: take"];
  }, { title: words["Move: help"] });
  return element("div", { class: "line" }, copy, output, field);
}

// Three parts, of which one is shown; what is typed in the others stays.
function drawLead(view, offers) {
  const { words } = view;
  const parts = {
    "Lesson": [element("p", {}, words["Lessons: how"]), ...offers.lessons.map((each) => lesson(view, each))],
    "Ask": [element("p", {}, words["Own question: how"]), ownQuestion(view, offers.most)],
    "Questions": [element("p", {}, words["Questions: how"]), ...questions(offers.questions)],
  };
  const panels = Object.entries(parts).map(([name, inside]) => element("div", { role: "tabpanel", id: `part-${name}` }, inside));
  const tabs = Object.keys(parts).map((name) => tab(words[`Part: ${name}`], name));
  const choose = (at) => {
    view.part = at;
    tabs.forEach((each, i) => {
      each.setAttribute("aria-selected", i === at);
      each.tabIndex = i === at ? 0 : -1;
      panels[i].hidden = i !== at;
    });
  };
  tabs.forEach((each, i) => {
    each.onclick = () => choose(i);
    each.onkeydown = ({ key }) => {
      const next = { ArrowRight: i + 1, ArrowLeft: i + 2 }[key];
      if (next === undefined) return;
      choose(next % 3);
      tabs[next % 3].focus();
    };
  });
  choose(view.part ?? 0);
  return [element("div", { role: "tablist" }, tabs), ...panels];
}

function tab(text, name) {
  return button(text, null, { role: "tab", "aria-controls": `part-${name}` });
}

function lesson(view, { title, address, minutes }) {
  const { words, actions } = view;
  const begin = async (pace) => {
    const ownPaceAddress = address.replace(/&?projector=true/, ""); // only a lesson that is led is for a projector
    setOut(view);
    if (await actions.rules({ pace })) go(addressOf(pace === "own" ? ownPaceAddress : address));
    else stay(view);
  };
  const ways = Object.entries({ Lead: "class", Give: "own" });
  const buttons = ways.map(([name, pace]) => (
    button(words[name], () => begin(pace), { "aria-label": fillTemplate(words[`${name}: label`], { title }), title: words[`${name}: help`] })
  ));
  return element("p", { class: "line lesson" }, element("span", {}, `${title} · ${minutes} min`), buttons);
}

// One section at a time.
function questions(sections) {
  return Object.entries(sections).map(([section, cards], i) => {
    const links = cards.map(({ name, address }) => button(name, () => go(addressOf(address))));
    return element(
      "details", { name: "questions", open: i === 0 },
      element("summary", {}, `${section} · ${cards.length}`), element("div", { class: "line" }, links),
    );
  });
}
