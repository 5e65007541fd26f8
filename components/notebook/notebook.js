// A room's pictures in a notebook, by the protocol of anywidget. Traits of the model have the values of the sliders, and in
// `rest` where a picture rests; a change of either side is shown by the other. A model without a trait has the slider's.

import { valueOf } from "../kit/numbers.js";
import { followedPictures, setPreview } from "../kit/preview.js";
import { mountPictures, slidersOf } from "../kit/scene.js";

export default function ({ model, el }, html, parts, place) {
  const dark = hasLightText(el);
  el.innerHTML = html;
  el.classList.add("clockface", dark ? "dark" : "light");
  // JupyterLab takes arrow keys from an element with the focus unless it says this itself.
  el.addEventListener("focusin", ({ target }) => (target.dataset.lmSuppressShortcuts = ""));
  const tell = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    try {
      model.save_changes();
    } catch {
      // the model of MyST has no Python to tell, and throws
    }
  };
  const tellValue = ({ data, texts }) => tell({ [data.name]: valueOf(texts[0]) });
  const sliders = slidersOf(el, { move: tellValue, rest: tellValue });
  const reset = () => tell(Object.fromEntries(sliders.map(({ data }) => [data.name, valueOf(data.defaults[0])])));
  const show = () => {
    const values = {};
    for (const slider of sliders) {
      const { name, defaults } = slider.data, value = model.get(name) ?? valueOf(defaults[0]);
      slider.show([`${value}`]);
      values[name] = value;
    }
    setPreview(values);
  };
  const rest = () => followedPictures().forEach((picture) => picture.show(model.get("rest") ?? {}));
  el.querySelector(".sliders .reset")?.addEventListener("click", reset);
  const ends = mountPictures(el, parts, place, dark, (values) => tell({ rest: values }));
  for (const { data } of sliders) model.on(`change:${data.name}`, show);
  model.on("change:rest", rest);
  show();
  rest();
  return () => {
    ends.forEach((end) => end?.());
    for (const { data } of sliders) model.off(`change:${data.name}`, show);
    model.off("change:rest", rest);
  };
}

// Notebooks have themes of their own: a light text stands on a dark ground.
function hasLightText(element) {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  pen.fillStyle = getComputedStyle(element).color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return red + green + blue > 384;
}
