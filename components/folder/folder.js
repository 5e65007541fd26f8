// The script of every page of the folder. A scene is a room with its pictures and sliders; a lesson has one for each step,
// of which one is open. The hash has what differs from the page as it was written.

import { readable, valueOf } from "../kit/address.js";
import { followed } from "../kit/followed.js";
import { setPreview } from "../kit/preview.js";
import { drawn, label, slidersOf, stops } from "../kit/scene.js";
import { framed } from "../page/framed.js";
import { explainTerms } from "../page/terms.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const SCENES = [...document.querySelectorAll(".scene")];
let scene = null; // the one that is open
let ends = []; // what ends its pictures

export default function (place) {
  document.documentElement.classList.toggle("embed", new URLSearchParams(location.search).get("embed") === "true");
  explainTerms(document.body);
  addEventListener("hashchange", () => enter(place));
  DARK.addEventListener("change", () => scene && draw(place));
  document.addEventListener("keydown", turnPages);
  if (SCENES.length) document.fonts.load('1rem "Source Sans"').finally(() => enter(place)); // canvases are drawn with it once
  framed(document.querySelector("main"), document.documentElement.matches(".embed"));
}

// ---- The address.

function asked() {
  return new URLSearchParams(location.hash.slice(1));
}

// Values by name; null for one that need not be said.
function say(values) {
  const said = asked();
  for (const [name, value] of Object.entries(values)) {
    if (value === null) said.delete(name);
    else said.set(name, value);
  }
  if (`${said}` !== `${asked()}`) history.replaceState(history.state, "", `#${readable(said)}`);
  link();
}

// The same picture in the app.
function link() {
  const there = document.querySelector("a.app");
  if (!there || !scene?.dataset.app) return;
  const address = new URL(scene.dataset.app);
  asked().forEach((value, name) => name !== "step" && address.searchParams.set(name, value));
  there.href = address;
}

// ---- The scene that the address asks for.

function enter(place) {
  const wanted = SCENES[Math.min(Math.max(asked().get("step") - 1, 0), SCENES.length - 1)] ?? SCENES[0];
  if (wanted !== scene) {
    leave();
    scene = wanted;
    for (const each of SCENES) each.hidden = each !== scene;
    scene.querySelector("form.sliders")?.addEventListener("input", moved);
    scene.querySelector("form.sliders")?.addEventListener("change", rested);
    scene.querySelector("form.sliders")?.addEventListener("reset", () => setTimeout(() => (moved(), rested())));
    scene.querySelector("details.answer")?.addEventListener("toggle", () => dispatchEvent(new Event("resize")));
    scrollTo(0, 0);
    draw(place);
  }
  const said = asked();
  for (const slider of slidersOf(scene)) if (said.has(slider.name)) set(slider, said.get(slider.name));
  moved();
  const numbers = [...said].filter(([, value]) => value !== "" && !Number.isNaN(+value));
  for (const picture of followed()) picture.show(Object.fromEntries(numbers.map(([name, value]) => [name, +value])));
  link();
}

function leave() {
  ends.forEach((end) => end?.());
  ends = [];
  setPreview({});
}

function draw(place) {
  ends = drawn(scene, window.clockface, place, DARK.matches, say);
}

// ---- Sliders.

function set(slider, text) {
  const found = stops(slider).indexOf(text);
  if (found >= 0) slider.value = found;
}

function moved() {
  const values = {};
  for (const slider of slidersOf(scene)) {
    const value = valueOf(stops(slider)[slider.value]);
    label(slider, value);
    if (slider.value !== slider.defaultValue) values[slider.name] = value;
  }
  setPreview(values);
  const note = scene.querySelector(".moved");
  if (note) note.hidden = !Object.keys(values).length;
}

function rested() {
  say(Object.fromEntries(slidersOf(scene).map((slider) => [
    slider.name, slider.value === slider.defaultValue ? null : stops(slider)[slider.value],
  ])));
}

// ---- A presenter's keys lead through a lesson.

function turnPages(event) {
  const way = { PageDown: "next", PageUp: "prev" }[event.key];
  const link = way && scene?.querySelector(`a[rel=${way}]`);
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  link.click();
}
