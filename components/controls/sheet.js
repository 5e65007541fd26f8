// Brings the row's other sliders: into the row, on a phone onto a sheet at the lower edge. The style shows them where the
// document is marked.

const STEPS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]; // of a tap
const ROOM = 96; // pixels kept free above the picture, for the header
const PHONE = matchMedia("(max-width: 768px) and (min-height: 501px)");

export default function ({ parentElement }) {
  const button = parentElement.querySelector("button");
  let departure = new AbortController();
  const change = (opens) => {
    departure.abort();
    if (opens) mark().sheet = "open";
    else delete mark().sheet;
    if (opens) departure = whenLeaving(() => change(false));
    if (opens && PHONE.matches) showPicture();
    say();
  };
  const say = () => {
    button.setAttribute("aria-expanded", isOpen());
    button.firstElementChild.textContent = isOpen() ? "Done" : "Change";
  };
  whenTappedBeside(parentElement, () => change(false));
  button.onclick = () => change(!isOpen());
  say();
}

function mark() {
  return document.documentElement.dataset;
}

function isOpen() {
  return mark().sheet === "open";
}

// An open sheet would cover the next room, and in a row that room's picture comes first again.
function whenLeaving(close) {
  const departure = new AbortController(), { signal } = departure, room = location.pathname;
  addEventListener("pagehide", close, { signal });
  window.navigation?.addEventListener("currententrychange", () => location.pathname === room || close(), { signal });
  return departure;
}

// The first picture moves into the part of the screen that the sheet leaves free.
function showPicture() {
  const page = document.querySelector("[data-testid=stMain]");
  const { top } = page.querySelector(".stBidiComponent:not(.st-key-preview *, :has(.slider))")?.getBoundingClientRect() ?? { top: ROOM };
  page.scrollBy({ top: top - ROOM, behavior: "instant" });
}

// A tap beside the open sheet closes it and reaches nothing beneath; a finger that moves scrolls the page.
function whenTappedBeside(parentElement, close) {
  let beside = false;
  const within = ({ target }) => target.closest?.(".st-key-shared_settings, .sheet, [role=menu]");
  const listen = (event) => {
    if (!parentElement.isConnected) return STEPS.forEach((step) => removeEventListener(step, listen, true));
    if (event.type === STEPS[0]) beside = PHONE.matches && isOpen() && !within(event);
    if (!beside) return;
    event.stopImmediatePropagation();
    if (event.type !== "click") return;
    event.preventDefault();
    beside = false;
    close();
  };
  STEPS.forEach((step) => addEventListener(step, listen, true));
}
