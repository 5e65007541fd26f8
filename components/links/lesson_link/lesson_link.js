import { copied } from "../../kit/clipboard.js";

// The link is the address of the room with what the form says; core.teach.lesson_link reads it.
const WORDS = ["title", "note", "keep", "step", "projector"];
const CONTROLS = "[data-testid=stSidebar], [data-testid=stMainBlockContainer]";

export default function ({ data, parentElement }) {
  const details = parentElement.querySelector("details"), form = details.querySelector("form");
  const list = form.querySelector("fieldset div"), said = form.querySelector("output");
  const made = form.querySelector(".made"), button = form.querySelector("button");
  form.querySelector(".title").maxLength = data.title;
  form.querySelector(".note").maxLength = data.note;
  button.textContent = data.copy;

  details.ontoggle = () => details.open && list.replaceChildren(...controls().map(tick));
  form.oninput = () => {
    made.hidden = true;
    const boxes = [...list.querySelectorAll("input")], full = boxes.filter((box) => box.checked).length >= data.kept;
    for (const box of boxes) box.disabled = full && !box.checked;
  };
  form.querySelector("a").onclick = (event) => (event.currentTarget.href = link(form));
  form.onsubmit = async (event) => {
    event.preventDefault();
    made.value = link(form);
    if (!(await copied(made.value, made))) return;
    said.textContent = data.copied;
    setTimeout(() => (said.textContent = ""), 2000);
  };
}

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

function tick([key, label]) {
  const line = document.createElement("label"), box = document.createElement("input");
  line.className = "tick";
  Object.assign(box, { type: "checkbox", value: key });
  line.append(box, ` ${label}`);
  return line;
}

function link(form) {
  const asked = new URL(location.href), said = asked.searchParams;
  const kept = [...form.querySelectorAll("fieldset input:checked")].map((box) => box.value);
  for (const name of WORDS) said.delete(name);
  for (const name of ["title", "note"]) {
    const text = form.querySelector(`.${name}`).value.trim();
    if (text) said.set(name, text);
  }
  if (form.querySelector(".projector").checked) said.set("projector", "true");
  for (const name of kept.length ? kept : [""]) said.append("keep", name);
  return asked.href;
}
