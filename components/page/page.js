// What every page has. Each part ends when the page draws its element anew.

import { keepHistory } from "./forward.js";
import { printInLight } from "./on_paper.js";
import { explainTerms } from "./terms.js";

export default function ({ data, parentElement }) {
  keepHistory(data.room, parentElement);
  printInLight(parentElement);
  explainTerms(parentElement);
}
