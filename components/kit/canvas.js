// What pictures on a canvas share: they follow the address and the sliders under the reader's hand, are painted at most
// once per frame, at the density of the screen and the size of the page's type.

import { endOfCall } from "./calls.js";
import { TURN } from "./numbers.js";
import { followPreview, hold, withPreview } from "./preview.js";
import { magnification } from "./magnification.js";
import { take, unwatch, watchPicture } from "./report.js";

const views = new WeakMap();

// ---- A picture is { open, arrive, rest, paint }: open(root) returns the elements of a view, arrive(view, first) takes
// new data and returns false where they change nothing that is drawn, rest(view) returns the values to report, paint(view,
// now) draws. A picture that can follow sliders has derive(settings) as well, which computes the data that depend on
// `data.settings`; one that plays has motion(view) and move(view, motion), for a class that follows.

export function mount({ data, parentElement, setStateValue }, picture) {
  const knownView = views.get(parentElement);
  const view = knownView ?? begin(parentElement, picture);
  view.tell = setStateValue;
  take(view, data.view);
  view.serverData = data;
  if (receive(view, !knownView) !== false) ask(view);
  return endOfCall(view, () => end(view, parentElement));
}

// The data are the server's, or those for the values under the hand.
function receive(view, first) {
  const { serverData, picture } = view;
  view.live = picture.derive ? withPreview(serverData.settings) : null;
  view.data = view.live ? { ...serverData, settings: view.live, ...picture.derive(view.live) } : serverData;
  view.stale = false;
  if (picture.derive) hold(view.canvases[0].getRootNode().host, view.live);
  return picture.arrive(view, first);
}

function begin(root, picture) {
  const canvases = [...root.querySelectorAll("canvas")];
  const view = { picture, canvases, request: 0, rest: () => picture.rest(view), ...picture.open(root) };
  watchPicture(view, () => ask(view));
  view.unfollow = followPreview(() => {
    view.stale = true;
    ask(view, false);
  });
  view.resize = new ResizeObserver(() => ask(view));
  for (const canvas of canvases) {
    view.resize.observe(canvas);
    canvas.redraw = () => picture.paint(view, performance.now()); // on another context: see svg_page.js
    canvas.actAtRest = (act) => actAtRest(view, act);
  }
  views.set(root, view);
  return view;
}

// What is taken away of a picture that plays shows it where it last rested, as the room's table, files and code do.
function actAtRest(view, act) {
  const { playing, position, inAddress } = view;
  if (!playing) return act();
  const apply = (values) => {
    Object.assign(view, values);
    view.picture.paint(view, performance.now());
  };
  apply({ playing: false, position: inAddress.position });
  try {
    return act();
  } finally {
    apply({ playing: true, position, before: performance.now() });
  }
}

function end(view, root) {
  cancelAnimationFrame(view.request);
  unwatch(view);
  view.unfollow();
  view.resize.disconnect();
  views.delete(root);
}

// `due` is false where only new data would change what is drawn.
export function ask(view, due = true) {
  view.due ||= due;
  view.request ||= requestAnimationFrame((now) => {
    view.request = 0;
    if (!view.canvases[0].clientWidth) return; // hidden
    const hasChanged = view.stale && receive(view, false) !== false;
    if (!view.due && !hasChanged) return;
    view.due = false;
    view.picture.paint(view, now);
    for (const canvas of view.canvases) canvas.setAttribute("aria-busy", "false");
  });
}

// ---- Sheets, colours and shapes. A point is [x, y]; lengths are pixels of a page whose type has the usual size of 16,
// and grow with the type.

export function widthOf(canvas) {
  return canvas.clientWidth / magnification();
}

// Fits a canvas to its width on the page, and to a height if one is given; returns its cleared context.
export function sheet(canvas, height) {
  if (height) canvas.style.height = `${height / 16}rem`;
  const size = magnification(), density = size * (devicePixelRatio || 1);
  const inPixels = (side) => Math.round(side * density);
  const [wide, high] = [inPixels(widthOf(canvas)), inPixels(height ?? canvas.clientHeight / size)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  const pen = canvas.getContext("2d");
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, wide / density, high / density);
  return pen;
}

export function inks(canvas) {
  const style = getComputedStyle(canvas);
  const ink = (name) => style.getPropertyValue(`--st-${name}`).trim();
  return {
    text: ink("text-color"), ground: ink("background-color"), dial: ink("secondary-background-color"),
    rim: ink("border-color"), mark: ink("primary-color"), font: style.fontFamily,
  };
}

export function line(pen, from, to, colour, width) {
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  pen.lineWidth = width;
  pen.lineCap = "round";
  pen.strokeStyle = colour;
  pen.stroke();
}

export function ring(pen, centre, radius, colour, width) {
  pen.beginPath();
  pen.arc(...centre, radius, 0, TURN);
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  pen.stroke();
}

export function disc(pen, centre, radius, colour) {
  pen.beginPath();
  pen.arc(...centre, radius, 0, TURN);
  pen.fillStyle = colour;
  pen.fill();
}

// A sector around [0, 0]; angles as on a canvas, clockwise from three o'clock.
export function sector(pen, radius, from, angle, colour) {
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.arc(0, 0, radius, from, from + angle, angle < 0);
  pen.closePath();
  pen.globalAlpha = 0.35;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
}
