// A room's pictures in a notebook, by the protocol of anywidget. Traits of the model have the values of the sliders, and in
// `rest` where a picture rests; a change of either side is shown by the other. A model without a trait has the slider's.

import { valueOf } from "../kit/address.js";
import { followedPictures, setPreview } from "../kit/preview.js";
import { label, mountPictures, slidersOf, stops } from "../kit/scene.js";

export default function ({ model, el }, html, parts, place) {
  const dark = hasLightText(el);
  el.innerHTML = html;
  el.classList.add("clockface", dark ? "dark" : "light");
  // JupyterLab takes arrow keys from an element with the focus unless it says this itself.
  el.addEventListener("focusin", ({ target }) => (target.dataset.lmSuppressShortcuts = ""));
  const sliders = slidersOf(el), traits = sliders.map(({ name }) => name);
  const tell = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    try {
      model.save_changes();
    } catch {
      // the model of MyST has no Python to tell, and throws
    }
  };
  const tellValue = ({ target }) => tell({ [target.name]: valueOf(stops(target)[target.value]) });
  const reset = () => setTimeout(() => tell(Object.fromEntries(sliders.map((slider) => [
    slider.name, valueOf(stops(slider)[slider.value]),
  ]))));
  const show = () => {
    const values = {};
    for (const slider of sliders) {
      const texts = stops(slider), value = model.get(slider.name) ?? valueOf(texts[slider.defaultValue]);
      slider.value = nearest(texts, value);
      label(slider, value);
      values[slider.name] = value;
    }
    setPreview(values);
  };
  const rest = () => followedPictures().forEach((picture) => picture.show(model.get("rest") ?? {}));
  const form = el.querySelector("form.sliders");
  form?.addEventListener("input", tellValue);
  form?.addEventListener("reset", reset);
  const ends = mountPictures(el, parts, place, dark, (values) => tell({ rest: values }));
  for (const name of traits) model.on(`change:${name}`, show);
  model.on("change:rest", rest);
  show();
  rest();
  return () => {
    ends.forEach((end) => end?.());
    for (const name of traits) model.off(`change:${name}`, show);
    model.off("change:rest", rest);
  };
}

// Where a slider stands for a value that it does not offer.
function nearest(texts, value) {
  const same = texts.indexOf(`${value}`), off = (text) => Math.abs(Math.log(text / value));
  return same >= 0 ? same : texts.reduce((best, text, i) => (off(text) < off(texts[best]) ? i : best), 0);
}

// Notebooks have themes of their own: a light text stands on a dark ground.
function hasLightText(element) {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  pen.fillStyle = getComputedStyle(element).color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return red + green + blue > 384;
}
