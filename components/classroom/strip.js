// What the scripts of a class draw stands in a shadow root of its own beside Streamlit's page, at its lower edge, and
// outlives every run of the page.

import { element } from "../kit/element.js";

const APP = "[data-testid=stApp]", LOOK_MS = 500;

// The root to draw into. The page keeps as much room at its lower edge as the strip takes.
export function edge(style, role) {
  const host = element("div", { class: "clockface-class" }), root = host.attachShadow({ mode: "open" });
  const inside = element("div", { class: "edge" });
  root.append(element("style", {}, style), inside);
  document.body.append(host);
  document.documentElement.dataset.inClass = role;
  const dress = () => {
    const look = getComputedStyle(document.querySelector(APP) ?? document.body);
    Object.assign(host.style, { colorScheme: look.colorScheme, fontFamily: look.fontFamily });
    host.style.setProperty("--ink", look.color);
  };
  const size = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--class-edge", `${inside.offsetHeight}px`);
  });
  size.observe(inside);
  dress();
  const timer = setInterval(dress, LOOK_MS);
  const remove = () => {
    clearInterval(timer);
    size.disconnect();
    host.remove();
    delete document.documentElement.dataset.inClass;
    document.documentElement.style.removeProperty("--class-edge");
  };
  return { inside, remove };
}

// Draws children anew only where what they show has changed, so that a focus, a text being typed and a press survive.
export function fill(place, facts, draw) {
  const text = JSON.stringify(facts);
  if (place.facts === text) return;
  place.facts = text;
  place.replaceChildren(...[draw()].flat().filter((child) => child != null));
}

// Style of the page itself, once.
export function stylePage(text) {
  document.head.append(element("style", {}, text));
}
