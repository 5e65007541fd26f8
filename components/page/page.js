// What every page has. Its listeners are added once, as the module stays while rooms change; a room tells its name.

import { keepHistory, showRoom } from "./forward.js";
import { tellFrame } from "./frame.js";
import { lightMarks } from "./marks.js";
import { explainTerms } from "./terms.js";

const WAITING_SCRIPTS = "script[data-file]:not([data-started])";

keepEarlyClicks();
keepHistory();
printInLight();
explainTerms();
lightMarks();

export default function ({ data }) {
  showRoom(data.room);
  tellFrame(document.querySelector("[data-testid=stMainBlockContainer]"), data.embedded);
}

// A button that is clicked before its script has come is clicked again once it acts.
function keepEarlyClicks() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    const script = button && [...document.querySelectorAll(WAITING_SCRIPTS)].find((each) => each.parentElement.contains(button));
    if (!script) return;
    event.preventDefault();
    event.stopPropagation();
    new MutationObserver((_, observer) => (observer.disconnect(), button.click())).observe(script, { attributes: true });
  }, true);
}

// Prints a dark page in light colours.
function printInLight() {
  const mark = document.documentElement.dataset;

  addEventListener("beforeprint", () => {
    mark.printed = getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme;
  });
  addEventListener("afterprint", () => delete mark.printed);
}
