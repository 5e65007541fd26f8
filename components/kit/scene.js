// A scene of a page that needs no server: pictures, each followed by its data, and sliders, whose `data-stops` has what
// each offers, as texts.

// Starts the pictures; returns for each the function that ends it. When a picture comes to rest, `tell` gets its values.
export function mountPictures(scene, parts, place, dark, tell) {
  return [...scene.querySelectorAll(".picture")].map((host) => {
    const payload = JSON.parse(host.nextElementSibling.textContent);
    const data = dark ? (payload.dark ?? payload.light) : payload.light;
    return place(host, parts[host.dataset.picture], data, (_, { at, ...rest }) => tell(rest));
  });
}

export function slidersOf(scene) {
  return [...scene.querySelectorAll("input[type=range][name]")];
}

export function stops(slider) {
  return JSON.parse(slider.dataset.stops);
}

export function label(slider, value) {
  const text = value.toLocaleString("en");
  slider.setAttribute("aria-valuetext", text);
  slider.parentElement.querySelector("output").textContent = text;
}
