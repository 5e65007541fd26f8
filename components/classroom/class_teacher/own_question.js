// A form for a question of the teacher's own: the kind of answer chooses the fields below it.

import { choiceFields, field, readChoices, rightOf, showOptions } from "../../kit/choice_fields.js";
import { element } from "../../kit/element.js";

const KINDS = { // fields of an answer, and what they say
  truth: [truthFields, readTruth],
  choices: [choiceFields, readChoices],
  number: [numberFields, readNumber],
};

// `most` has the most characters of a "claim", an "option" and a "unit", and the most "options".
export function ownQuestion({ words, actions }, most) {
  const text = field("text", words["Claim"], { maxlength: most.claim, required: true });
  const names = Object.keys(KINDS).map((name) => element("option", { value: name }, words[`Kind: ${name}`]));
  const kind = element("select", { "aria-label": words["Kind"] }, names);
  const rest = element("div", { class: "rest" });
  const ask = element("button", { type: "submit", class: "first" }, words["Ask"]);
  const form = element("form", { class: "own-question" }, element("div", { class: "line" }, text, kind), rest, ask);
  const draw = () => {
    rest.replaceChildren(...KINDS[kind.value][0](words, most));
    showOptions(rest);
  };
  rest.oninput = () => showOptions(rest);
  kind.onchange = draw;
  draw();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fields = KINDS[kind.value][1](rest, words);
    document.activeElement.blur(); // the presenter's keys are the question's now
    if (await actions.ask({ text: text.value.trim(), ...fields })) {
      text.value = "";
      draw();
    }
  };
  return form;
}

function rightBox(value, label) {
  return element("label", { class: "line" }, element("input", { type: "radio", name: "right", value }), ` ${label}`);
}

function truthFields(words) {
  const boxes = ["True", "False"].map((name, i) => rightBox(i, words[name]));
  const which = element("span", {}, words["Truth: which"]), none = rightBox("", words["Truth: none"]);
  return [element("div", { class: "line" }, which, boxes, none)];
}

function readTruth(rest, words) {
  return { options: [words["True"], words["False"]], right: rightOf(rest) };
}

function numberFields(words, most) {
  const input = (name, label, attributes) => (
    element("label", {}, `${label} `, element("input", { name, autocomplete: "off", ...attributes }))
  );
  const number = { type: "number", step: "any" };
  return [element(
    "div", { class: "line numbers" },
    input("least", words["Least"], { ...number, value: 0, required: true }),
    input("most", words["Most"], { ...number, value: 100, required: true }),
    input("unit", words["Unit"], { maxlength: most.unit }), input("truth", words["Truth"], number),
    element("label", {}, element("input", { type: "checkbox", name: "whole", checked: true }), ` ${words["Whole"]}`),
  )];
}

function readNumber(rest) {
  const value = (name) => rest.querySelector(`[name=${name}]`).value, truth = value("truth");
  return {
    unit: value("unit").trim(), least: +value("least"), most: +value("most"),
    whole: rest.querySelector("[name=whole]").checked, right: truth === "" ? null : +truth,
  };
}
