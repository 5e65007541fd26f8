// Clicks what a presenter's key means. The listeners are added once and use what the last run gave: no key falls between
// two runs.

import { openLink } from "../kit/address.js";

const ON = { page: ["PageDown"], step: ["PageDown", "ArrowRight", " "] };
const BACK = { page: ["PageUp"], step: ["PageUp", "ArrowLeft"] };
ON.class = [...ON.step, "ArrowDown"];
BACK.class = [...BACK.step, "ArrowUp"];
const PAGE = "body, [data-testid=stMain]";
const TYPING_FIELDS = "input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=spinbutton]";

let setup = null; // by the last run

document.addEventListener("keydown", press);
document.addEventListener("change", release);

export default function ({ data, parentElement }) {
  setup = data;

  // What has been revealed comes with the rest of the run.
  function show() {
    const element = document.querySelector(data.show);
    if (element) element.scrollIntoView({ block: "nearest" });
    else if (parentElement.isConnected) requestAnimationFrame(show);
  }

  if (data.show) requestAnimationFrame(show);
}

function isOn() {
  return setup && document.querySelector(".clicker");
}

function press(event) {
  if (!isOn() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isHandled(event)) return;
  const large = setup.keys === "class" && { f: fill, d: darken }[event.key.toLowerCase()];
  if (large) return large();
  const on = ON[setup.keys].includes(event.key), back = BACK[setup.keys].includes(event.key);
  const element = first(on ? setup.on : back ? setup.back : []);
  if (!element) return;
  event.preventDefault();
  if (element.href) openLink(element.href); // one that was just drawn has no listener yet, so a click would load the page
  else element.click();
}

// A slider that was moved by pointer in front of a class has been released; its keys are the presenter's again.
function release({ target }) {
  const hasMoved = isOn() && setup.keys === "class" && target.matches?.("[type=range], [role=slider]");
  if (hasMoved) setTimeout(() => target.blur());
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

// Streamlit changes its theme only by its own menu, which a projector does not show, and draws charts in the new colours
// at the next run; a step in the history asks for one.
function darken() {
  const { colorScheme } = getComputedStyle(document.querySelector("[data-testid=stApp]"));
  const menu = () => document.querySelector("[data-testid=stMainMenuButton]")?.click();
  const item = `[data-testid=stMainMenuItem-theme-${colorScheme === "dark" ? "Light" : "Dark"}]`;
  menu();
  requestAnimationFrame(() => {
    document.querySelector(item)?.click();
    if (document.querySelector("[data-testid=stMainMenuList]")) menu();
    requestAnimationFrame(() => setTimeout(() => dispatchEvent(new PopStateEvent("popstate"))));
  });
}

// Whether a key belongs to what has the focus, perhaps inside a component. Buttons and pictures use arrows and space.
function isHandled(event) {
  const [focusedElement] = event.composedPath();
  if (focusedElement.closest?.(TYPING_FIELDS)) return true;
  return !event.key.startsWith("Page") && focusedElement.tabIndex >= 0 && !focusedElement.matches(PAGE);
}

function first(selectors) {
  for (const selector of selectors) {
    const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility() && !each.disabled);
    if (element) return element;
  }
  return null;
}
