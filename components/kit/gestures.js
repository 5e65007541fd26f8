// Keys and drags on a picture.

import { magnification } from "./magnification.js";

// Lets keys act on an element; `actsAt` has, for a press, a function for each key. All other keys stay the browser's: a
// listener cannot take one away by what it returns, as a handler property that returns false would.
export function onKeys(element, actsAt) {
  element.addEventListener("keydown", (event) => {
    const act = !event.ctrlKey && !event.altKey && !event.metaKey && actsAt(event)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// Follows a pointer that has come down on an element; `onEnd` gets whether the browser has taken it, to scroll.
export function track(element, event, move, onEnd) {
  element.setPointerCapture(event.pointerId);
  element.onpointermove = move;
  element.onpointerup = element.onpointercancel = ({ type }) => {
    element.onpointermove = element.onpointerup = element.onpointercancel = null;
    onEnd(type === "pointercancel");
  };
}

// Where a pointer is, from the upper left corner of an element, as lengths on its canvas: see canvas.js.
export function pointOn(element, { clientX, clientY }) {
  const { left, top } = element.getBoundingClientRect();
  return [(clientX - left) / magnification(), (clientY - top) / magnification()];
}
