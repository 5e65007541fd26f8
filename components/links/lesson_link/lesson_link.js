// A form that makes a link to rooms with a teacher's words; core.teach.lesson_link reads it. Steps that have been added
// are kept by this tab, so that they may come from several rooms; a page that a link opened begins with the link's.

import { choiceFields, field, readChoices } from "../../kit/choice_fields.js";
import { copied } from "../../kit/clipboard.js";
import { button, element } from "../../kit/element.js";
import { filled } from "../../kit/filled.js";
import { addressOf } from "../../kit/root.js";

const KEPT = "clockface-steps"; // in sessionStorage: [{ room, label, settings, said }]
const SAID = ["title", "note", "ask", "choice", "right", "keep"]; // of a step, beside the settings of its room
const CONTROLS = "[data-testid=stSidebar], [data-testid=stMainBlockContainer]";
const READABLE = /%(?:3B|3D|2C|3A|2F)/g; // ; = , : / may stand in a query as they are
const NEAR_PX = 3; // of a module of the code beside the form
const TOO_LONG = 413;

export default function ({ data, parentElement }) {
  const { words, most } = data, form = parentElement.querySelector(".lesson-link");
  const ask = form.querySelector(".ask"), list = form.querySelector(".controls div");
  const said = form.querySelector("output"), made = form.querySelector(".made"), code = form.querySelector(".code");

  const draw = () => drawSteps(form, words, draw);
  const tell = (text) => (said.textContent = text);
  const steps = () => (kept().length ? kept() : [here(form, data.names)]);
  form.oninput = () => {
    tell("");
    made.hidden = true;
    code.replaceChildren();
    const boxes = [...list.querySelectorAll("input")], full = boxes.filter((box) => box.checked).length >= most.kept;
    for (const box of boxes) box.disabled = full && !box.checked;
  };
  const put = () => {
    const steps = kept(), { at } = form.taken ?? {};
    steps.splice(at ?? steps.length, at === undefined ? 0 : 1, here(form, data.names));
    keep(steps);
    empty(form);
    draw();
  };
  form.querySelector(".add").onclick = () => {
    if (isHalf(form)) return tell(words["Half"]);
    const isNew = !form.taken;
    put();
    if (isNew) tell(words["Added"]);
  };
  form.querySelector("a").onclick = (event) => {
    event.currentTarget.href = linkOf(steps(), form.querySelector(".projector").checked);
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    if ((!kept().length || form.taken) && isHalf(form)) return tell(words["Half"]);
    if (form.taken) put();
    made.value = linkOf(steps(), form.querySelector(".projector").checked);
    if (await copied(made.value, made)) tell(words["Copied"]);
    drawCode(code, linkOf(steps(), false), data); // large type is for the projector, not for phones
  };
  if (!form.ask) ask.append(field("ask", words["Claim"], { maxlength: most.claim }), ...choiceFields(words, most, 0));
  form.onpointerenter = form.onfocusin = () => { // the room may have changed since
    const found = controls(), names = JSON.stringify(found);
    if (names !== list.dataset.names) list.replaceChildren(...found.map(tick));
    list.dataset.names = names;
  };
  form.onpointerenter();
  if (!kept().length) keep(opened(data.names));
  draw();
}

// ---- The steps.

function kept() {
  try {
    const steps = JSON.parse(sessionStorage.getItem(KEPT));
    return Array.isArray(steps) ? steps : [];
  } catch {
    return [];
  }
}

function keep(steps) {
  sessionStorage.setItem(KEPT, JSON.stringify(steps));
}

function empty(form) {
  form.taken = null;
  form.reset();
  form.oninput();
}

function drawSteps(form, words, draw) {
  const steps = kept(), place = form.querySelector(".steps");
  const change = (changed) => {
    keep(changed);
    if (form.taken) empty(form); // its place may be another's now
    form.oninput();
    draw();
  };
  place.hidden = !steps.length;
  place.querySelector("ol").replaceChildren(...steps.map(({ label }, i) => {
    const [before, after] = [steps.slice(0, i), steps.slice(i + 1)], of = { step: label };
    const up = () => change([...before.slice(0, -1), steps[i], ...before.slice(-1), ...after]);
    return element(
      "li", {}, element("span", {}, label),
      button("✎", () => (take(form, steps[i], i), draw()), { "aria-label": filled(words["Change"], of) }),
      button("↑", up, { "aria-label": filled(words["Up"], of), disabled: i === 0 }),
      button("×", () => change([...before, ...after]), { "aria-label": filled(words["Remove"], of) }),
    );
  }));
  const add = form.querySelector(".add");
  add.disabled = !form.taken && steps.length >= +place.dataset.most;
  add.textContent = form.taken ? filled(words["Changed"], { step: form.taken.label }) : words["Add"];
  form.querySelector("[type=submit]").textContent = steps.length > 1
    ? filled(words["Copy: several"], { count: steps.length }) : words["Copy"];
}

function roomHere() {
  return location.pathname.slice(new URL(addressOf("")).pathname.length) || "home";
}

// The steps of the link that opened this page, if any.
function opened(names) {
  const asked = new URLSearchParams(location.search), several = asked.getAll("go");
  if (!several.length) return asked.has("keep") ? [stepOf(roomHere(), asked, names)] : [];
  return several.map((text) => {
    const [room, ...query] = text.split("?");
    return stepOf(room, new URLSearchParams(query.join("?").replaceAll("&", "%26").replaceAll(";", "&")), names);
  });
}

function stepOf(room, asked, names) {
  const settings = [...asked].filter(([name]) => !names.includes(name));
  const said = [...asked].filter(([name]) => SAID.includes(name));
  if (!asked.has("keep")) said.push(["keep", ""]);
  return { room, label: asked.get("title") || room, settings, said };
}

// Write a step's words into the form; its room and settings stay what they are, and it keeps its place.
function take(form, { room, label, settings, said }, at) {
  const of = (name) => said.filter(([each]) => each === name).map(([, value]) => value);
  form.reset();
  for (const name of ["title", "note", "ask"]) fieldOf(form, name).value = of(name)[0] ?? "";
  [...form.querySelectorAll("[name=option]")].forEach((option, i) => (option.value = of("choice")[i] ?? ""));
  [...form.querySelectorAll("[name=right]")].forEach((right, i) => (right.checked = of("right")[0] === `${i + 1}`));
  const boxes = [...form.querySelectorAll(".controls input")], keeps = of("keep").filter(Boolean);
  for (const box of boxes) box.checked = keeps.includes(box.value);
  const elsewhere = keeps.filter((name) => boxes.every(({ value }) => value !== name)); // of the step's own room
  form.taken = { room, label, settings, elsewhere, at };
}

// The room as it stands, or that of the step that is changed, with what the form says: pairs of names and values.
function here(form, names) {
  const inPlace = [...new URLSearchParams(location.search)].filter(([name]) => !names.includes(name));
  const { room, label, settings, elsewhere } =
    form.taken ?? { room: roomHere(), label: document.title.split(" · ")[0], settings: inPlace, elsewhere: [] };
  const texts = ["title", "note", "ask"].map((name) => [name, textOf(form, name)]);
  const { options, right } = readChoices(form), ticked = [...form.querySelectorAll(".controls :checked")];
  const controls = [...ticked.map(({ value }) => value), ...elsewhere];
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

function linkOf(steps, isLarge) {
  const [{ room, settings, said }] = steps, several = steps.map((step) => ["go", written(step)]);
  const asked = [...settings, ...(steps.length > 1 ? [["at", "1"], ...several] : said)];
  if (isLarge) asked.push(["projector", "true"]);
  return `${addressOf(room === "home" ? "" : room)}?${readable(new URLSearchParams(asked))}`;
}

// One step among several: its own address with ; for &, so that its texts are encoded once and the link stays short.
function written({ room, settings, said }) {
  const pairs = [...settings, ...said.filter(([name, value]) => name !== "keep" || value)];
  return `${room}?${pairs.map(([name, value]) => `${name}=${value.replace(/[%;+]/g, encodeURIComponent)}`).join(";")}`;
}

function readable(asked) {
  return `${asked}`.replace(READABLE, decodeURIComponent);
}

// ---- The link as a QR code, near, and large for a projector, in whole pixels a module.

async function drawCode(place, link, { words, served }) {
  const count = link.length.toLocaleString("en");
  const why = (text) => place.replaceChildren(element("p", {}, filled(text, { count })));
  if (!served) return why(words["QR: server"]);
  const answer = await fetch(addressOf(`live/parts/qr.svg?of=${encodeURIComponent(link)}`)).catch(() => null);
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
  const found = new Map();
  for (const part of document.querySelectorAll(CONTROLS)) {
    for (const element of part.querySelectorAll('[data-testid=stElementContainer][class*="st-key-"], [data-testid=stTabs]')) {
      const label = nameOf(element), key = element.className.match(/st-key-([a-z][a-z0-9_]*)/)?.[1];
      if (label && key && !found.has(key)) found.set(key, label);
    }
  }
  return [...found];
}

function nameOf(element) {
  if (element.matches("[data-testid=stTabs]")) {
    return [...element.querySelectorAll("[role=tab]")].map((tab) => tab.textContent).join(" | ");
  }
  return element.querySelector("[data-testid=stWidgetLabel]")?.textContent.trim();
}

function tick([value, label]) {
  return element("label", { class: "tick" }, element("input", { type: "checkbox", value }), ` ${label}`);
}
