// A Plotly figure that the server computes, also while a slider moves.

import { mounted } from "./view.js";

export default function (given) {
  return mounted(given);
}
