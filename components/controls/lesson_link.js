// A form that makes a link to rooms with a teacher's words; core.teach.lesson_link reads it. Steps that have been added
// are kept by this tab, so that they may come from several rooms; a page that a link opened begins with the link's.

import { addressOf, OF_STEP, pathHere, readable, readStep } from "../kit/address.js";
import { choiceFields, field, readChoices, showOptions } from "../kit/choice_fields.js";
import { copyText } from "../kit/clipboard.js";
import { button, element, fillTemplate } from "../kit/element.js";

const STORAGE_KEY = "clockface-steps"; // in sessionStorage: [{ room, label, settings, said }]
const CONTROLS = "[data-testid=stSidebar], [data-testid=stMainBlockContainer]";
const NEAR_PX = 3; // of a module of the code beside the form
const TOO_LONG = 413;
const REST_MS = 600; // of the keyboard, before the code is drawn anew

export default function ({ data, parentElement }) {
  const form = parentElement.querySelector(".lesson-link"), { words, most } = data;
  const view = { ...data, form, editedStep: null }; // editedStep: the step that is being changed
  const ask = [field("ask", words["Claim"], { maxlength: most.claim }), ...choiceFields(words, most, 0)];
  form.querySelector(".ask").append(...ask);
  form.oninput = () => noteEdit(view);
  form.onsubmit = (event) => onSubmit(view, event);
  form.querySelector(".add").onclick = () => add(view);
  form.onpointerenter = () => look(view);
  form.addEventListener("focusin", (event) => form.contains(event.relatedTarget) || look(view));
  if (!keptSteps().length) keep(linkSteps(view));
  drawSteps(view);
  look(view);
}

function tell({ form }, text) {
  form.querySelector("output").textContent = text;
}

// What has been made is not what the form says now.
function noteEdit(view) {
  const { form, most } = view, boxes = [...form.querySelectorAll(".controls input")];
  tell(view, "");
  form.querySelector(".made").hidden = true;
  const full = boxes.filter((box) => box.checked).length >= most.kept;
  for (const box of boxes) box.disabled = full && !box.checked;
  showOptions(form);
  aim(view);
}

// The room may have changed since the last look. A box stays the same element, and where it is ticked it stays.
function look(view) {
  const list = view.form.querySelector(".controls div"), present = new Map(controls());
  for (const box of list.querySelectorAll("input:not(:checked)")) if (!present.has(box.value)) box.parentElement.remove();
  const old = new Map([...list.querySelectorAll("input")].map((box) => [box.value, box.parentElement]));
  [...present].forEach((control, i) => {
    const one = old.get(control[0]) ?? tick(control);
    if (list.children[i] !== one) list.insertBefore(one, list.children[i] ?? null);
  });
  aim(view);
}

function aim(view) {
  const steps = stepsOf(view);
  view.form.querySelector(".open").href = linkOf(steps, isLarge(view));
  view.form.querySelector(".paper").href = handoutOf(steps);
  preview(view);
  const link = linkOf(steps, false); // large type is for the projector, not for phones
  if (link === view.codedLink) return;
  view.codedLink = link;
  clearTimeout(view.drawTimer);
  view.drawTimer = setTimeout(() => drawCode(view, link), REST_MS);
}

// What will stand beside the room.
function preview(view) {
  const { form } = view, { options } = readChoices(form), asks = textOf(form, "ask");
  const room = document.title.split(" · ")[0], title = element("b", { class: "head" }, textOf(form, "title") || room);
  const note = textOf(form, "note"), choices = options.map((option) => element("li", {}, option));
  form.querySelector(".preview").replaceChildren(
    title, ...(note ? [element("p", {}, note)] : []), ...(asks ? [element("b", {}, asks), element("ul", {}, choices)] : []),
  );
}

async function onSubmit(view, event) {
  const { form, words } = view, linkField = form.querySelector(".made");
  event.preventDefault();
  if ((!keptSteps().length || view.editedStep) && isHalf(form)) return tell(view, words["Half"]);
  if (view.editedStep) saveStep(view);
  linkField.value = linkOf(stepsOf(view), isLarge(view));
  if (await copyText(linkField.value, linkField)) tell(view, words["Copied"]);
  aim(view);
}

// ---- The steps.

function keptSteps() {
  try {
    const steps = JSON.parse(sessionStorage.getItem(STORAGE_KEY));
    return Array.isArray(steps) ? steps : [];
  } catch {
    return [];
  }
}

function keep(steps) {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(steps));
}

// Of the link that would be made now.
function stepsOf(view) {
  const steps = keptSteps();
  return steps.length ? steps : [here(view)];
}

function add(view) {
  const { form, words, editedStep } = view;
  if (isHalf(form)) return tell(view, words["Half"]);
  saveStep(view);
  if (!editedStep) tell(view, words["Added"]);
}

// What the form says, as the step that is being changed or as a new one.
function saveStep(view) {
  const steps = keptSteps(), { at } = view.editedStep ?? {};
  steps.splice(at ?? steps.length, at === undefined ? 0 : 1, here(view));
  change(view, steps);
  empty(view);
}

function change(view, steps) {
  keep(steps);
  if (view.editedStep) empty(view); // its place may be another's now
  noteEdit(view);
  drawSteps(view);
}

function empty(view) {
  view.editedStep = null;
  view.form.reset();
  noteEdit(view);
}

function drawSteps(view) {
  const { form, words, editedStep } = view, steps = keptSteps(), place = form.querySelector(".steps");
  place.hidden = !steps.length;
  place.querySelector("ol").replaceChildren(...steps.map(({ label }, i) => {
    const [before, after] = [steps.slice(0, i), steps.slice(i + 1)], of = { step: label };
    const up = () => change(view, [...before.slice(0, -1), steps[i], ...before.slice(-1), ...after]);
    return element(
      "li", {}, element("span", {}, label),
      button("✎", () => take(view, steps[i], i), { "aria-label": fillTemplate(words["Change"], of) }),
      button("↑", up, { "aria-label": fillTemplate(words["Up"], of), disabled: i === 0 }),
      button("×", () => change(view, [...before, ...after]), { "aria-label": fillTemplate(words["Remove"], of) }),
    );
  }));
  const more = form.querySelector(".add");
  more.disabled = !editedStep && steps.length >= +place.dataset.most;
  more.textContent = editedStep ? fillTemplate(words["Changed"], { step: editedStep.label }) : words["Add"];
  form.querySelector("[type=submit]").textContent = steps.length > 1
    ? fillTemplate(words["Copy: several"], { count: steps.length }) : words["Copy"];
}

// The steps of the link that opened this page, if any.
function linkSteps({ names }) {
  const query = new URLSearchParams(location.search), several = query.getAll("go");
  if (!several.length) return query.has("keep") ? [stepOf(pathHere() || "home", query, names)] : [];
  return several.map(readStep).map((step) => stepOf(step.room, step.query, names));
}

function stepOf(room, query, names) {
  const settings = [...query].filter(([name]) => !names.includes(name));
  const said = [...query].filter(([name]) => OF_STEP.includes(name));
  if (!query.has("keep")) said.push(["keep", ""]);
  return { room, label: query.get("title") || room, settings, said };
}

// Write a step's words into the form; its room and settings stay what they are, and it keeps its place.
function take(view, { room, label, settings, said }, at) {
  const { form } = view, of = (name) => said.filter(([each]) => each === name).map(([, value]) => value);
  form.reset();
  for (const name of ["title", "note", "ask"]) fieldOf(form, name).value = of(name)[0] ?? "";
  [...form.querySelectorAll("[name=option]")].forEach((option, i) => (option.value = of("choice")[i] ?? ""));
  [...form.querySelectorAll("[name=right]")].forEach((right, i) => (right.checked = of("right")[0] === `${i + 1}`));
  const boxes = [...form.querySelectorAll(".controls input")], keeps = of("keep").filter(Boolean);
  for (const box of boxes) box.checked = keeps.includes(box.value);
  const elsewhere = keeps.filter((name) => boxes.every(({ value }) => value !== name)); // of the step's own room
  view.editedStep = { room, label, settings, elsewhere, at };
  drawSteps(view);
}

// The room as it stands, or that of the step that is changed, with what the form says: pairs of names and values.
function here({ form, names, editedStep }) {
  const inPlace = [...new URLSearchParams(location.search)].filter(([name]) => !names.includes(name));
  const { room, label, settings, elsewhere } =
    editedStep ?? { room: pathHere() || "home", label: document.title.split(" · ")[0], settings: inPlace, elsewhere: [] };
  const texts = ["title", "note", "ask"].map((name) => [name, textOf(form, name)]);
  const { options, right } = readChoices(form), tickedBoxes = [...form.querySelectorAll(".controls :checked")];
  const controls = [...tickedBoxes.map(({ value }) => value), ...elsewhere];
  const said = [
    ...texts.filter(([, text]) => text), ...options.map((option) => ["choice", option]),
    ...(right === null ? [] : [["right", `${right + 1}`]]),
    ...(controls.length ? controls.map((name) => ["keep", name]) : [["keep", ""]]),
  ];
  return { room, label: texts[0][1] || label, settings, said };
}

// What Streamlit lets through of this form keeps its classes, but not every name.
function fieldOf(form, name) {
  return form.querySelector(`:is(.${name}, [name=${name}]):not(details)`);
}

function textOf(form, name) {
  return fieldOf(form, name).value.trim();
}

// Whether a question is begun but lacks a part.
function isHalf(form) {
  const { options, right } = readChoices(form), isAsked = textOf(form, "ask") !== "";
  const isWhole = isAsked && right !== null && options.length > 1 && new Set(options).size === options.length;
  return (isAsked || options.length > 0) && !isWhole;
}

// ---- The link.

function linkOf(steps, large) {
  const [{ room, settings, said }] = steps, several = steps.map((step) => ["go", stepText(step)]);
  const query = [...settings, ...(steps.length > 1 ? [["at", "1"], ...several] : said)];
  if (large) query.push(["projector", "true"]);
  return `${addressOf(room === "home" ? "" : room)}?${readable(new URLSearchParams(query))}`;
}

// One step among several, as `readStep` reads it.
function stepText({ room, settings, said }) {
  const pairs = [...settings, ...said.filter(([name, value]) => name !== "keep" || value)];
  return `${room}?${pairs.map(([name, value]) => `${name}=${value.replace(/[%;+]/g, encodeURIComponent)}`).join(";")}`;
}

// The lesson on paper.
function handoutOf(steps) {
  const query = new URLSearchParams(steps.map((step) => ["handout", stepText(step)]));
  return `${addressOf("lessons")}?${readable(query)}`;
}

function isLarge({ form }) {
  return form.querySelector(".projector").checked;
}

// ---- The link as a QR code, near, and large for a projector, in whole pixels a module.

async function drawCode(view, link) {
  const { form, words, served: drawsQr } = view;
  const place = form.querySelector(".code"), count = link.length.toLocaleString("en");
  const why = (text) => place.replaceChildren(element("p", {}, fillTemplate(text, { count })));
  if (!drawsQr) return why(words["QR: server"]);
  const answer = await fetch(addressOf(`live/parts/qr.svg?of=${encodeURIComponent(link)}`)).catch(() => null);
  if (link !== view.codedLink) return; // the form has changed meanwhile
  if (!answer?.ok) return why(words[answer?.status === TOO_LONG ? "QR: too long" : "QR: failed"]);
  const src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  const near = element("img", { src, alt: "" }), far = element("img", { src, alt: words["QR: alt"] });
  near.onload = () => (near.width = near.naturalWidth * NEAR_PX);
  const large = element("dialog", { onclick: () => large.close(), "aria-label": words["QR: alt"] }, far);
  const size = () => {
    far.width = far.naturalWidth * Math.floor(Math.min(innerWidth, innerHeight) / far.naturalWidth);
  };
  const show = () => {
    large.showModal();
    size();
  };
  large.onclose = () => removeEventListener("resize", size);
  const open = button("", () => (addEventListener("resize", size), show()), { class: "near", "aria-label": words["QR: large"] });
  open.append(near, element("span", {}, words["QR: large"]));
  place.replaceChildren(open, large);
}

// ---- The controls of the page.

function controls() {
  const labels = new Map();
  for (const part of document.querySelectorAll(CONTROLS)) {
    for (const element of part.querySelectorAll('[data-testid=stElementContainer][class*="st-key-"], [data-testid=stTabs]')) {
      const label = nameOf(element), key = element.className.match(/st-key-([a-z][a-z0-9_]*)/)?.[1];
      if (label && key && !labels.has(key)) labels.set(key, label);
    }
  }
  return [...labels];
}

function nameOf(element) {
  if (element.matches("[data-testid=stTabs]")) {
    return [...element.querySelectorAll("[role=tab]")].map((tab) => tab.textContent).join(" | ");
  }
  return element.querySelector("[data-testid=stWidgetLabel], .slider label")?.textContent.trim();
}

function tick([value, label]) {
  return element("label", { class: "tick" }, element("input", { type: "checkbox", value }), ` ${label}`);
}
