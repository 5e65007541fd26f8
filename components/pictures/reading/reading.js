// A text that grows letter by letter. A strip for each model shows how surprised it is by the letters so far, and beside it
// stands what it writes after them. Losses and writings are core's: they are looked up.

import { ask, mount, sheet, widthOf } from "../../kit/canvas.js";
import { element, fillTemplate } from "../../kit/element.js";
import { onKeys } from "../../kit/gestures.js";
import { report } from "../../kit/report.js";

const SPEEDS = [4, 8, 16, 32, 64]; // letters a second
const START = 64; // letters that are there when it begins to play: the end of training comes soon
const NEAR = 8; // letters over which a strip shows a mean
const STRIP = 35; // pixels
const STRONGEST = 0.65; // of a colour behind a letter, which stays readable

// ---- Pure functions; tests compare them with core.

// Mean losses (nats) at the positions up to each one, over at most NEAR of them, none of them across the trained length.
export function nearMeans(hundredths, original) {
  return hundredths.map((_, at) => {
    const near = hundredths.slice(Math.max(at - NEAR + 1, at < original ? 0 : original, 0), at + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length / 100;
  });
}

// Mean loss (nats) of the letters on one side of the trained length, up to a position: on that of its last letter.
export function meanSoFar(hundredths, original, position) {
  const read = hundredths.slice(position - 1 > original ? original : 0, position - 1);
  return read.reduce((sum, value) => sum + value, 0) / read.length / 100;
}

// What is written after the last stop up to a position, and that stop; null before the first.
export function writingAt({ stops, written }, position) {
  const index = stops.findLastIndex((stop) => stop <= position);
  return index < 0 ? null : { stop: stops[index], text: written[index] };
}

export function advancePosition(position, seconds, speed, last) {
  return Math.min(position + seconds * speed, last);
}

// ---- The view.

function open(root) {
  const find = (selector) => root.querySelector(selector);
  const view = {
    root: find(".reading"), play: find(".play"), back: find(".back"), on: find(".on"), scrub: find(".scrub"), speed: find("select"),
    readout: find(".readout output"), unit: find(".readout span"), text: find(".text"), key: find(".key"), heads: root.querySelectorAll(".head span"),
    rows: [...root.querySelectorAll(".reader:not(.head)")].map((node) => {
      const [name, canvas, mean, written] = node.children;
      return { node, name, canvas, mean, written };
    }),
    playing: false,
  };
  view.speed.replaceChildren(...SPEEDS.map((speed) => element("option", { value: speed }, `${speed} letters/s`)));
  view.speed.value = 16;
  return view;
}

function arrive(view, first) {
  const { data } = view, content = JSON.stringify([data.text, data.readers, data.texts, data.colours]);
  if (content !== view.content) build(view);
  view.content = content;
  if (!first) return;
  listen(view);
  if (data.playing && !matchMedia("(prefers-reduced-motion: reduce)").matches) start(view);
}

// A loss belongs to the position from which a letter is foretold: the letter before it.
function build(view) {
  const { data, root } = view, { texts, original, readers } = data;
  for (const name in data.colours) root.style.setProperty(`--${name}`, data.colours[name]);
  view.letters = [...data.text].map((letter, i) => element("span", i === original + 1 ? { class: "edge" } : {}, letter));
  readers[0].hundredths.forEach((value, at) => {
    const share = Math.round(100 * STRONGEST * Math.min(value / 100 / data.guess, 1));
    view.letters[at + 1].style.background = `color-mix(in srgb, var(--${at < original ? "inside" : "beyond"}) ${share}%, transparent)`;
  });
  view.text.replaceChildren(...view.letters);
  const mark = (name) => element("span", {}, element("i", { style: `background: var(--${name})` }), fillTemplate(texts[name], readers[0]));
  view.key.replaceChildren(...(last(view) > original + 1 ? ["inside", "beyond"] : ["inside"]).map(mark));
  ["", texts.guess, texts.now, texts.writes].forEach((text, i) => (view.heads[i].textContent = text));
  view.rows.forEach((row, i) => (row.node.style.display = readers[i] ? "" : "none"));
  readers.forEach((_, i) => {
    const row = view.rows[i];
    row.name.textContent = readers[i].name;
    row.node.style.setProperty("--own", readers[i].colour);
    row.means = nearMeans(readers[i].hundredths, original);
  });
  view.shown = null;
}

function last({ data }) {
  return data.text.length;
}

function at(view) {
  return Math.min(Math.max(Math.floor(view.position), 1), last(view));
}

function rest(view) {
  return { position: at(view) };
}

// ---- Motion.

function start(view) {
  view.playing = true;
  view.before = performance.now();
  if (at(view) === last(view)) view.position = last(view) > START ? START : 1;
  ask(view);
}

function stop(view, position) {
  view.playing = false;
  view.position = Math.min(Math.max(position, 1), last(view));
  report(view);
  ask(view);
}

function motion(view) {
  return { name: "reading", position: at(view), playing: view.playing, speed: +view.speed.value };
}

function move(view, { position, playing, speed }) {
  view.speed.value = speed;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (playing && (still || !view.playing || Math.abs(view.position - position) > speed / 2)) {
    view.position = position;
    view.before = performance.now();
  }
  view.playing = playing && !still;
  ask(view);
}

function paint(view, now) {
  if (view.playing) {
    const seconds = Math.min(Math.max(now - view.before, 0), 100) / 1000; // a hidden tab gets no frames
    view.position = advancePosition(view.position, seconds, +view.speed.value, last(view));
    view.before = now;
    if (at(view) === last(view)) stop(view, last(view));
    else ask(view);
  }
  show(view);
}

// ---- Events.

function listen(view) {
  const { play, back, on, scrub } = view;
  play.onclick = () => (view.playing ? stop(view, at(view)) : start(view));
  back.onclick = () => stop(view, at(view) - 1);
  on.onclick = () => stop(view, at(view) + 1);
  scrub.oninput = () => {
    view.playing = false;
    view.position = +scrub.value;
    ask(view);
  };
  scrub.onchange = () => stop(view, +scrub.value);
  onKeys(view.root, ({ target }) => (target.matches("select, input, button") ? {} : { " ": play.onclick }));
}

// ---- Drawing.

function show(view) {
  const { data, playing } = view, position = at(view), { texts } = data;
  view.root.dataset.playing = playing;
  view.root.dataset.position = position;
  view.play.textContent = playing ? texts.pause : texts.play;
  view.readout.textContent = position;
  view.unit.textContent = fillTemplate(texts.read, { all: last(view) });
  view.scrub.max = last(view);
  view.scrub.value = position;
  view.scrub.min = 1;
  view.scrub.setAttribute("aria-valuetext", `${position} of ${last(view)} letters`);
  if (position !== view.shown) view.letters.forEach((letter, i) => letter.classList.toggle("ahead", i >= position));
  view.shown = position;
  data.readers.forEach((reader, i) => {
    const row = view.rows[i];
    drawStrip(view, row, position);
    row.mean.textContent = position > 1 ? meanSoFar(reader.hundredths, data.original, position).toFixed(2) : "";
    const writing = writingAt(reader, position);
    const text = writing ? `→ ${writing.text}` : "";
    if (row.written.textContent !== text) row.written.textContent = text;
  });
}

function drawStrip({ data }, { canvas, means }, position) {
  const pen = sheet(canvas, STRIP), wide = widthOf(canvas) / Math.max(last({ data }) - 1, 1);
  means.slice(0, position - 1).forEach((mean, place) => {
    const height = Math.min(mean / data.guess, 1) * STRIP;
    pen.fillStyle = place < data.original ? data.colours.inside : data.colours.beyond;
    pen.fillRect(place * wide, STRIP - height, wide + 0.3, height);
  });
  if (means.length <= data.original) return;
  pen.fillStyle = data.colours.beyond;
  pen.fillRect(data.original * wide - 0.75, 0, 1.5, STRIP);
}

export default function (mounting) {
  return mount(mounting, { open, arrive, rest, motion, move, paint });
}
