// A scene of a page that needs no server: pictures, each followed by its data, and sliders, of which `data-slider` has what
// they offer.

import { openSlider, showSlider } from "./slider.js";

const SLIDERS = new WeakMap();

// Starts the pictures; returns for each the function that ends it. When a picture comes to rest, `tell` gets its values.
export function mountPictures(scene, parts, place, dark, tell) {
  return [...scene.querySelectorAll(".picture")].map((host) => {
    const payload = JSON.parse(host.nextElementSibling.textContent);
    const data = dark ? (payload.dark ?? payload.light) : payload.light;
    return place(host, parts[host.dataset.picture], data, (_, { at, ...rest }) => tell(rest));
  });
}

// The sliders of a scene, each { data, texts, show(texts) }. `act` is { move(slider), rest(slider) }.
export function slidersOf(scene, act) {
  return [...(scene?.querySelectorAll("[data-slider]") ?? [])].map((host) => SLIDERS.get(host) ?? open(host, act));
}

function open(host, act) {
  const data = JSON.parse(host.dataset.slider), one = { data, texts: data.texts };
  const change = (tell) => (texts) => {
    one.texts = texts;
    tell(one);
  };
  const slider = openSlider(host, { move: change(act.move), rest: change(act.rest) });
  one.show = (texts) => {
    one.texts = texts;
    showSlider(slider, data, texts);
  };
  one.show(data.texts);
  SLIDERS.set(host, one);
  return one;
}

export function isMoved({ data, texts }) {
  return `${texts}` !== `${data.defaults}`;
}
