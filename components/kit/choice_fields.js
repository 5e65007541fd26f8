// Fields of a form for the choices of a question of the teacher's own, and which of them is right.

import { element, fillTemplate } from "./element.js";

// A field whose label is its placeholder.
export function field(name, label, attributes) {
  return element("input", { name, autocomplete: "off", placeholder: label, "aria-label": label, ...attributes });
}

// `most` has the most characters of an "option", and the most "options".
export function choiceFields(words, most, required = 2) {
  return Array.from({ length: most.options }, (_, i) => {
    const number = i + 1, isRight = fillTemplate(words["Option: right"], { number });
    const option = field("option", fillTemplate(words["Option"], { number }), { maxlength: most.option, required: i < required });
    const right = element("input", { type: "radio", name: "right", value: i, "aria-label": isRight });
    return element("div", { class: "line option" }, option, element("label", {}, right, ` ${words["Option: truth"]}`));
  });
}

// One more line than there are choices, and two at least.
export function showOptions(form) {
  const lines = [...form.querySelectorAll(".option")];
  const last = lines.findLastIndex((line) => line.querySelector("[name=option]").value.trim());
  lines.forEach((line, i) => (line.hidden = i > Math.max(last + 1, 1)));
}

// The choices that are written, and the place of the right one among them, or null.
export function readChoices(rest) {
  const all = [...rest.querySelectorAll("[name=option]")].map(({ value }, i) => ({ text: value.trim(), i }));
  const options = all.filter(({ text }) => text);
  const at = options.findIndex(({ i }) => i === rightOf(rest));
  return { options: options.map(({ text }) => text), right: at < 0 ? null : at };
}

export function rightOf(rest) {
  const value = rest.querySelector("[name=right]:checked")?.value;
  return value ? +value : null;
}
