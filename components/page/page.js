// What every page has. Its listeners are added once, as the module stays while rooms change; a room tells its name.

import { keepEarlyClicks } from "./early_clicks.js";
import { keepHistory, showRoom } from "./forward.js";
import { framed } from "./framed.js";
import { printInLight } from "./on_paper.js";
import { explainTerms } from "./terms.js";

keepEarlyClicks();
keepHistory();
printInLight();
explainTerms();

export default function ({ data }) {
  showRoom(data.room);
  framed(document.querySelector("[data-testid=stMainBlockContainer]"), data.embedded);
}
