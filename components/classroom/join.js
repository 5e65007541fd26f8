// The field in which a student types the code of a class. A code of no class stays in it, with what to do.

import { isFinal, send } from "./line.js";
import { addressOf } from "../kit/address.js";
import { button, element, fillTemplate } from "../kit/element.js";

const FORM = /^[2-9A-HJKMNP-Z]{6}$/;

// Where this browser keeps the token by which a class knows it, which messages call a seat.
export function tokenKey(code) {
  return `clockface-seat-${code}`;
}

// Join a class anew, or as the one that this browser has been.
export async function join(code) {
  const old = localStorage.getItem(tokenKey(code));
  const { seat: token, class: state } = await send(`${code}/join`, old ? { seat: old } : {});
  localStorage.setItem(tokenKey(code), token);
  return { token, state };
}

export function noClass(words, code) {
  return `${fillTemplate(words["No class"], { code })} ${words["No class: do"]}`;
}

export function joinForm(words, typedCode = "") {
  const field = element("input", {
    name: "code", maxlength: 12, value: typedCode, autocomplete: "off", autocapitalize: "characters",
    "aria-label": words["Code"], placeholder: words["Code"],
  });
  const note = element("p", { class: "down", role: "alert", hidden: true });
  const go = button(words["Join"], () => {}, { type: "submit" });
  const onsubmit = async (event) => {
    event.preventDefault();
    const code = field.value.toUpperCase().replace(/[\s-]/g, "");
    if (!code) return;
    note.textContent = await obstacle(words, code);
    note.hidden = !note.textContent;
    if (note.hidden) location.assign(addressOf(`c/${code}`));
    else field.select();
  };
  return [element("form", { class: "line", onsubmit }, element("span", {}, words["Join: ask"]), field, go), note];
}

// What keeps this browser out of a class; "" where nothing does.
async function obstacle(words, code) {
  if (!FORM.test(code)) return noClass(words, code);
  try {
    await join(code);
    return "";
  } catch (error) {
    if (error.kind === "code") return noClass(words, code);
    if (isFinal(error)) return words["Ended"];
    return error.kind && error.kind !== "line" ? error.message : words["Line: yours, student"];
  }
}
