// What every page has. Each part ends when the page draws its element anew.

import { keepEarlyClicks } from "./early_clicks.js";
import { keepHistory } from "./forward.js";
import { framed } from "./framed.js";
import { printInLight } from "./on_paper.js";
import { explainTerms } from "./terms.js";

export default function ({ data, parentElement }) {
  keepEarlyClicks(parentElement);
  keepHistory(data.room, parentElement);
  printInLight(parentElement);
  explainTerms(parentElement);
  framed(document.querySelector("[data-testid=stMainBlockContainer]"), data.embedded);
}
