// Clicks what a presenter's key means. One listener at a time: the next run's element replaces the one before.
const ON = { page: ["PageDown"], step: ["PageDown", "ArrowRight", " "] };
const BACK = { page: ["PageUp"], step: ["PageUp", "ArrowLeft"] };
ON.class = [...ON.step, "ArrowDown"];
BACK.class = [...BACK.step, "ArrowUp"];
const PAGE = "body, [data-testid=stMain]";
const TYPING = "input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=spinbutton]";

export default function ({ data, parentElement }) {
  const on = ON[data.keys], back = BACK[data.keys], before = data.keys === "class";

  function listen(event) {
    if (!parentElement.isConnected) return stop();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (taken(event)) return;
    const large = before && { f: fill, d: darken }[event.key.toLowerCase()];
    if (large) return large();
    const means = on.includes(event.key) ? data.on : back.includes(event.key) ? data.back : null;
    const found = means && first(means);
    if (!found) return;
    event.preventDefault();
    found.click();
  }

  // Whoever moves a slider by pointer in front of a class has let go of it; its keys are the presenter's again.
  function release({ target }) {
    if (!parentElement.isConnected) return stop();
    if (before && target.matches?.("[type=range], [role=slider]")) setTimeout(() => target.blur());
  }

  function stop() {
    document.removeEventListener("keydown", listen);
    document.removeEventListener("change", release);
  }

  // What has been revealed comes with the rest of the run.
  function show() {
    const found = document.querySelector(data.show);
    if (found) found.scrollIntoView({ block: "nearest" });
    else if (parentElement.isConnected) requestAnimationFrame(show);
  }

  if (data.show) requestAnimationFrame(show);
  document.addEventListener("keydown", listen);
  document.addEventListener("change", release);
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
function taken(event) {
  const [focused] = event.composedPath();
  if (focused.closest?.(TYPING)) return true;
  return !event.key.startsWith("Page") && focused.tabIndex >= 0 && !focused.matches(PAGE);
}

function first(selectors) {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility() && !each.disabled);
    if (found) return found;
  }
  return null;
}
