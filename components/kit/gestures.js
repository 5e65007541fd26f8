// Keys and drags on a picture.

import { magnification } from "./magnification.js";

// Does what a key stands for, unless it belongs to the browser; `acts` has a function for each. Returns whether it did.
export function onKey(event, acts) {
  const act = !event.ctrlKey && !event.altKey && !event.metaKey && acts[event.key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
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
