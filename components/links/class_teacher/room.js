// The room Class: where a class begins, and where the teacher chooses what comes next.

import { fill } from "../../kit/class_strip.js";
import { copied } from "../../kit/clipboard.js";
import { button, element } from "../../kit/element.js";
import { filled } from "../../kit/filled.js";
import { go } from "../../kit/go.js";
import { addressOf } from "../../kit/root.js";
import { ownQuestion } from "./own_question.js";
import { doorOf, pauseButton, picture, told, typed } from "./strip.js";

export function showRoom(view) {
  const place = document.querySelector(".class-room");
  if (!place) return;
  const { state, isDown, note, me } = view;
  if (!state) return fill(place, ["none", note, Boolean(me)], () => drawStart(view));
  if (place.leads !== me.code) {
    place.leads = me.code;
    place.shown = "";
    place.replaceChildren(...drawFrame(place));
  }
  const [door, now, lead] = place.parts;
  fill(door, [doorOf(view), state.ended], () => (state.ended ? [] : drawDoor(view)));
  fill(now, [state.counts, state.paused, state.look, state.pace, state.ended, isDown, note], () => drawNow(view));
  fill(lead, state.ended, () => (state.ended ? [] : drawLead(view, JSON.parse(place.dataset.given))));
}

function drawFrame(place) {
  const [door, now, lead] = ["door", "now", "lead"].map((name) => element("div", { class: name }));
  place.parts = [door, now, lead];
  return [element("div", { class: "top" }, door, now), lead];
}

// ---- Before a class.

function drawStart(view) {
  const { words, doings, note, me } = view;
  const start = button(words["Start"], doings.start, { class: "first", disabled: Boolean(me) });
  return [element("p", {}, start), note ? element("p", { class: "down" }, note) : null, joinForm(words)];
}

// For a student who came here and not by the short address.
function joinForm(words) {
  const code = element("input", {
    name: "code", maxlength: 12, autocomplete: "off", autocapitalize: "characters",
    "aria-label": words["Code"], placeholder: words["Code"],
  });
  const onsubmit = (event) => {
    event.preventDefault();
    if (code.value.trim()) location.assign(addressOf(`c/${encodeURIComponent(code.value.trim())}`));
  };
  const send = element("button", { type: "submit" }, words["Join"]);
  return element("form", { class: "line", onsubmit }, element("span", {}, words["Join: ask"]), code, send);
}

// ---- While a class is led.

function drawDoor(view) {
  const { words, me, doings } = view;
  const large = button("", () => doings.enlarge(true), { title: words["Large"], class: "picture" });
  large.append(picture(view));
  return [
    large,
    element("p", { class: "address" }, typed(doorOf(view))), element("p", { class: "code" }, me.code),
  ];
}

function drawNow(view) {
  const { words, state: { paused, look, pace, ended }, doings } = view;
  const counts = button(words["Counts"], doings.csv);
  if (ended) {
    const another = button(words["Start: again"], doings.another);
    return [...told(view), element("p", {}, words["Afterwards"]), element("p", { class: "line" }, counts, another)];
  }
  const onchange = (event) => doings.rules({ look: event.target.checked });
  const allows = element("input", { type: "checkbox", checked: look, onchange });
  const together = pace === "own" ? button(words["Together"], () => doings.rules({ pace: "class" })) : null;
  return [
    ...told(view),
    element("label", { class: "line" }, allows, ` ${words["Look: allow"]}`),
    element("p", { class: "line" }, pauseButton(words, paused, doings), together, counts, endButton(view)),
    otherDevice(view),
    element("p", {}, words["Rooms: how"]),
  ];
}

// A class is ended by two clicks.
function endButton({ words, doings }) {
  const end = button(words["End"], () => {
    if (end.textContent === words["End: sure"]) doings.end();
    else end.textContent = words["End: sure"];
  });
  return end;
}

function otherDevice({ words, doings }) {
  const field = element("input", { readonly: true, hidden: true, "aria-label": words["Move"] });
  const said = element("output", { "aria-live": "polite" });
  const copy = button(words["Move"], async () => {
    if (await copied(doings.secretLink(), field)) said.textContent = words["Move: copied"];
    else said.textContent = words["Move: take"];
  });
  return element("div", { class: "line" }, copy, said, field);
}

function drawLead(view, given) {
  const { words } = view;
  return [
    section(words["Lessons"], words["Lessons: how"], given.lessons.map((each) => lesson(view, each))),
    section(words["Own question"], words["Own question: how"], ownQuestion(view, given.most)),
    section(words["Questions"], words["Questions: how"], questions(given.questions)),
  ];
}

function section(title, how, ...inside) {
  return element("section", {}, element("h3", {}, title), element("p", {}, how), ...inside);
}

function lesson({ words, doings }, { title, address, minutes }) {
  const begin = async (pace) => {
    const own = address.replace(/&?projector=true/, ""); // only a lesson that is led is for a projector
    if (await doings.rules({ pace })) go(addressOf(pace === "own" ? own : address));
  };
  return element(
    "p", { class: "line lesson" }, element("span", {}, `${title} · ${minutes} min`),
    button(words["Lead"], () => begin("class"), { "aria-label": filled(words["Lead: label"], { title }) }),
    button(words["Give"], () => begin("own"), { "aria-label": filled(words["Give: label"], { title }) }),
  );
}

function questions(sections) {
  return Object.entries(sections).map(([section, asked]) => {
    const links = asked.map(({ name, address }) => button(name, () => go(addressOf(address))));
    return element("p", { class: "line" }, element("b", {}, section), ...links);
  });
}
