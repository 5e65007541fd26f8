// The values that the reader's hand moves and the server does not know yet, and the pictures of the page. Every component
// has a copy of this module, so all stands on `window`. Sliders and pictures hold texts, as the address writes them;
// pictures read values, and `components/page/preview_runs` has the server draw what the browser does not. The names on
// `window` stay: a page may have scripts of two releases.

import { valueOf } from "./numbers.js";

const CHANGE_EVENT = "clockface-hand";
export const HELD_EVENT = "clockface-held";
export const ANSWER_EVENT = "clockface-answered"; // all pictures of a run have their data

// By name of the setting; empty while nothing is moved. In a class that follows, the hand is the teacher's.
export function previewValues() {
  return (window.clockfaceHand ??= {});
}

export function setPreview(values) {
  if (JSON.stringify(values) === JSON.stringify(previewValues())) return;
  window.clockfaceHand = values;
  dispatchEvent(new CustomEvent(CHANGE_EVENT));
}

// By name of the setting, a text, or two where a slider has two thumbs.
export function heldTexts() {
  return (window.clockfaceHeld ??= {});
}

// null lets go.
export function holdText(name, text) {
  const held = heldTexts();
  if (`${held[name] ?? null}` === `${text}`) return;
  if (text === null) delete held[name];
  else held[name] = text;
  if (document.documentElement.dataset.inClass !== "follows") {
    const values = Object.entries(held).map(([key, one]) => [key, Array.isArray(one) ? one.map(valueOf) : valueOf(one)]);
    setPreview(Object.fromEntries(values));
  }
  dispatchEvent(new CustomEvent(HELD_EVENT));
}

// Whether the reader has let go of the slider, or presses single keys: the next answer of the server is then the last one.
export function isReleased() {
  return Boolean(window.clockfaceReleased);
}

export function setReleased(value) {
  window.clockfaceReleased = value;
}

// Calls back on every change; returns a function that ends it.
export function followPreview(onChange) {
  addEventListener(CHANGE_EVENT, onChange);
  return () => removeEventListener(CHANGE_EVENT, onChange);
}

// Keeps an element from shrinking while a slider is moved, so that what stands below does not jump.
export function hold(element, isMoving) {
  const least = isMoving ? Math.max(element.offsetHeight, parseFloat(element.style.minHeight) || 0) : 0;
  element.style.minHeight = least ? `${least}px` : "";
}

// The settings of a picture with those that are under the hand; null if none of its settings is.
export function withPreview(settings) {
  const values = previewValues();
  const names = Object.keys(settings).filter((name) => name in values && values[name] !== settings[name]);
  return names.length ? { ...settings, ...Object.fromEntries(names.map((name) => [name, values[name]])) } : null;
}

// Pictures that a class follows: { rest(), inAddress(), show(values), motion(), move(motion) }. They enter themselves, the
// scripts of a class read them.
export function followedPictures() {
  return (window.clockfaceFollowed ??= new Set());
}
