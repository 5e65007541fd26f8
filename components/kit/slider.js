// A slider over stops: label, help, the value of each thumb above it, which can be typed, and an input of type range.

import { element } from "./element.js";

let count = 0; // of sliders of this page

// `act` is { move(texts), rest(texts, isByKey), release() }: a thumb has moved, has been let go elsewhere or its value been
// typed, and is held no more, wherever that is.
export function openSlider(host, act) {
  const slider = { host, act, id: `slider-${(count += 1)}`, thumbs: [], isHeld: false, isByKey: false, isScrolled: false };
  host.addEventListener("dblclick", ({ target }) => {
    if (!target.matches(".typed") && !slider.data.disabled) settle(slider, slider.data.defaults);
  });
  return slider;
}

// Shows what the slider offers and where it stands, but leaves a thumb that is held where the hand has it.
export function showSlider(slider, data, texts) {
  slider.data = data;
  const face = JSON.stringify([data.label, data.help, texts.length]);
  if (slider.face !== face) build(slider, texts.length);
  slider.face = face;
  if (!slider.isHeld) {
    const known = texts.map((text) => data.stops.find((stop) => Number(stop) === Number(text)) ?? text); // 1 and 1.0
    slider.stops = known.reduce(withStop, data.stops);
    slider.thumbs.forEach(({ range }, i) => {
      range.max = slider.stops.length - 1;
      range.value = slider.stops.indexOf(known[i]);
      range.disabled = data.disabled;
    });
  }
  place(slider);
}

function build(slider, thumbCount) {
  const { label, help } = slider.data;
  slider.thumbs = Array.from({ length: thumbCount }, (_, i) => thumb(slider, i, thumbCount > 1 ? `${label} ${i + 1}` : label));
  const values = slider.thumbs.map(({ typed }) => typed), ranges = slider.thumbs.map(({ range }) => range);
  const hasTerms = document.querySelector(".term-meaning"); // the box of `components/page/terms.js`
  if (help && !hasTerms) slider.host.title = help;
  const what = help && hasTerms && element("a", { class: "help", href: `#term-${slider.id}`, title: help, "aria-label": `What ${label} is` }, "?");
  slider.allowed = element("span", { class: "allowed", role: "status" });
  slider.host.replaceChildren(
    element("div", { class: "name" }, element("label", { for: ranges[0].id }, label), what || null, slider.allowed),
    element("div", { class: "values" }, values),
    element("div", { class: "rail" }, ranges),
  );
}

function thumb(slider, i, name) {
  const range = element("input", { type: "range", id: `${slider.id}-${i}`, name: slider.data.name, min: 0, step: 1, "aria-label": name });
  const typed = element("input", { class: "typed", type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": `${name}, typed` });
  range.onkeydown = () => Object.assign(slider, { isByKey: true, isScrolled: false });
  range.onpointerdown = () => Object.assign(slider, { isHeld: true, isByKey: false, isScrolled: false, before: texts(slider) });
  range.onpointerup = () => {
    slider.isHeld = false;
    slider.act.release?.(); // without a change, where it is back at its start
  };
  range.onpointercancel = () => {
    slider.isScrolled = true;
    show(slider, slider.before);
  };
  range.oninput = () => {
    place(slider);
    slider.act.move(texts(slider));
  };
  range.onchange = () => {
    if (slider.isScrolled) return show(slider, slider.before); // the finger that touched it scrolls the page
    slider.isHeld = false;
    slider.act.rest(texts(slider), slider.isByKey);
  };
  typed.onfocus = () => typed.select();
  typed.onkeydown = (event) => {
    if (event.key === "Escape") typed.value = written(texts(slider)[i]);
    if (event.key === "Enter") typed.blur();
  };
  typed.onblur = () => takeTyped(slider, i, typed.value);
  return { range, typed };
}

// ---- Values are texts, as the address writes them.

function texts({ thumbs, stops }) {
  return thumbs.map(({ range }) => stops[range.value]);
}

// Stops with a text between them, if it is none of them.
function withStop(stops, text) {
  if (stops.includes(text)) return stops;
  const at = stops.findIndex((stop) => Number(stop) > Number(text));
  return at < 0 ? [...stops, text] : stops.toSpliced(at, 0, text);
}

function takeTyped(slider, i, text) {
  const before = texts(slider), stop = text.trim() ? readTyped(slider.data, text) : slider.data.defaults[i];
  const after = before.with(i, stop ?? before[i]), isAsTyped = !text.trim() || isAsWritten(stop, plain(text));
  slider.replacedAt = isAsTyped ? null : `${after}`;
  if (after[i] === before[i]) return place(slider);
  settle(slider, after);
}

function plain(text) {
  return text.trim().replaceAll(",", "").replace("−", "-");
}

function isAsWritten(stop, text) {
  return stop === text || (stop !== null && Number(stop) === rounded(text));
}

function rounded(number) {
  return +(+number).toPrecision(12);
}

// The text of the nearest value that the slider may hold; null where the text is none.
export function readTyped({ stops, holds }, typed) {
  const text = plain(typed);
  if (stops.includes(text)) return text;
  const number = text === "" ? NaN : Number(text), numbers = stops.map(Number).filter(Number.isFinite);
  if (!Number.isFinite(number) || !numbers.length) return null;
  const inRange = Math.min(Math.max(number, Math.min(...numbers)), Math.max(...numbers));
  const nearest = stops.reduce((best, stop) => (Math.abs(stop - inRange) < Math.abs(best - inRange) ? stop : best));
  if (holds === "stops" || Number(nearest) === inRange) return nearest;
  return `${holds === "whole" ? Math.round(inRange) : rounded(inRange)}`;
}

// Values that no hand has dragged to.
function show(slider, values) {
  slider.isHeld = false;
  showSlider(slider, slider.data, values);
  slider.act.move(values);
}

function settle(slider, values) {
  show(slider, values);
  slider.act.rest(values, false);
}

// ---- What is seen and spoken.

export function written(text) {
  return text === "" || Number.isNaN(+text) ? text : (+text).toLocaleString("en", { maximumFractionDigits: 10 });
}

// Where something else was typed than the slider may hold, what it may hold stands beside the label until the next change.
function sayAllowed(slider) {
  if (slider.replacedAt !== `${texts(slider)}`) slider.replacedAt = null;
  const words = slider.replacedAt === null ? "" : slider.data.allowed;
  if (slider.allowed.textContent !== words) slider.allowed.textContent = words;
}

function place(slider) {
  const { thumbs, stops, host, data } = slider, last = Math.max(stops.length - 1, 1);
  const shares = thumbs.map(({ range }) => range.value / last), [low, high] = [Math.min(...shares), Math.max(...shares)];
  host.style.setProperty("--from", thumbs.length > 1 ? low : 0);
  host.style.setProperty("--to", high);
  sayAllowed(slider);
  texts(slider).forEach((text, i) => {
    const { range, typed } = thumbs[i], value = written(text), unit = +text === 1 ? data.unit.replace(/s$/, "") : data.unit;
    range.setAttribute("aria-valuetext", unit ? `${value} ${unit}` : value);
    range.dataset.text = text;
    if (document.activeElement !== typed) typed.value = value;
    typed.style.setProperty("--at", shares[i]);
    typed.style.setProperty("--wide", `${value.length + 1}ch`);
    typed.disabled = Boolean(data.disabled);
  });
}
