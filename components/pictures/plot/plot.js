// A Plotly figure that the server computes; some follow shared sliders in the browser.

import { LIVE_FIGURE } from "./live.js";
import { mountPlot } from "./view.js";

export default function (mounting) {
  return mountPlot(mounting, LIVE_FIGURE);
}
