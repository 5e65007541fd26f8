// The script of every page of the folder. A scene is a room with its pictures and sliders; a lesson has one for each step,
// of which one is open. The hash has what differs from the page as it was written.

import { readable } from "../kit/address.js";
import { valueOf } from "../kit/numbers.js";
import { followedPictures, setPreview } from "../kit/preview.js";
import { isMoved, mountPictures, slidersOf } from "../kit/scene.js";
import { readTyped } from "../kit/slider.js";
import { tellFrame } from "../page/frame.js";
import { explainTerms } from "../page/terms.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const SCENES = [...document.querySelectorAll(".scene")];
let scene = null; // the one that is open
let ends = []; // what ends its pictures

export default function (place) {
  document.documentElement.classList.toggle("embed", new URLSearchParams(location.search).get("embed") === "true");
  explainTerms(document.body);
  document.addEventListener("keydown", turnPages);
  tellFrame(document.querySelector("main"), document.documentElement.matches(".embed"));
  if (SCENES.length) document.fonts.load('1rem "Source Sans"').finally(() => start(place)); // canvases are drawn with it once
}

function start(place) {
  addEventListener("hashchange", () => enter(place));
  DARK.addEventListener("change", () => enter(place, true));
  document.addEventListener("click", ({ target }) => target.matches(".sliders .reset") && reset());
  document.addEventListener("toggle", () => dispatchEvent(new Event("resize")), true); // an answer shows its picture
  enter(place);
}

// ---- The address.

function hashQuery() {
  return new URLSearchParams(location.hash.slice(1));
}

// Values by name; null for one that need not be said.
function say(values) {
  const query = hashQuery();
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  if (`${query}` !== `${hashQuery()}`) history.replaceState(history.state, "", `#${readable(query)}`);
  link();
}

// The same picture in the app.
function link() {
  const there = document.querySelector("a.app");
  if (!there || !scene?.dataset.app) return;
  const address = new URL(scene.dataset.app);
  hashQuery().forEach((value, name) => name !== "step" && address.searchParams.set(name, value));
  there.href = address;
}

// ---- The scene that the address asks for.

function enter(place, anew = false) {
  const query = hashQuery();
  const target = SCENES[Math.min(Math.max(query.get("step") - 1, 0), SCENES.length - 1)] ?? SCENES[0];
  const other = target !== scene || anew;
  if (other) leave(target);
  for (const slider of sliders()) {
    const text = readTyped(slider.data, query.get(slider.data.name) ?? "");
    slider.show(text === null ? slider.data.defaults : [text]);
  }
  readSliders(); // before pictures are drawn, so that they show nothing else first, nor as a ghost
  if (other) ends = mountPictures(scene, window.clockface, place, DARK.matches, say);
  const rest = Object.fromEntries([...query].map(([name, value]) => [name, valueOf(value)]));
  for (const picture of followedPictures()) picture.show(rest);
  link();
}

// For another scene, or for the same one in other colours.
function leave(next) {
  ends.forEach((end) => end?.());
  if (scene && scene !== next) scrollTo(0, 0);
  scene = next;
  for (const each of SCENES) each.hidden = each !== scene;
}

// ---- Sliders.

function sliders() {
  return slidersOf(scene, { move: readSliders, rest: saySliders });
}

function reset() {
  sliders().forEach((slider) => slider.show(slider.data.defaults));
  readSliders();
  saySliders();
}

function readSliders() {
  const moved = sliders().filter(isMoved);
  setPreview(Object.fromEntries(moved.map(({ data, texts }) => [data.name, valueOf(texts[0])])));
  const note = scene.querySelector(".moved");
  if (note) note.hidden = !moved.length;
}

function saySliders() {
  say(Object.fromEntries(sliders().map((slider) => [slider.data.name, isMoved(slider) ? slider.texts[0] : null])));
}

// ---- A presenter's keys lead through a lesson.

function turnPages(event) {
  const way = { PageDown: "next", PageUp: "prev" }[event.key];
  const link = way && [...(scene?.querySelectorAll(`a[rel=${way}]`) ?? [])].find((each) => each.checkVisibility());
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  link.click();
}
