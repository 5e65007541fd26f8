"""Going through a page by the Tab key, forwards and back, as somebody without a mouse does."""

CHUNK, MOST = 20, 200  # presses between two looks, and before a page counts as endless

# A key press starts at what has the focus, also inside a component, where moves of the focus stay unseen outside.
# At an end of the page the focus leaves it, and a busy browser may bring it back twice, the second time after more
# presses: what was met in between is met anew. A table goes from cell to cell.
_LISTEN = """() => {
  window.presses?.controller.abort();
  window.presses = { controller: new AbortController(), stops: [], again: 0 };
  const note = (event) => {
    const [at] = event.composedPath(), { stops } = presses;
    if (event.key !== "Tab" || stops.indexOf(stops[0], 1) > 0) return; // or it has gone round
    if (at === document.body) return (presses.entry = null);
    if (!stops.length && at.tabIndex < 0) return; // a script has given it the focus, and no key comes back to it
    if (presses.entry === null) presses.entry = at;
    else if (at === presses.entry && at !== stops[0] && at !== stops.at(-1)) stops.length = stops.indexOf(at);
    presses.again = at === presses.stops.at(-1) ? presses.again + 1 : 0;
    if (!presses.again) presses.stops.push(at);
  };
  addEventListener("keydown", note, { capture: true, signal: presses.controller.signal });
}"""
# True once the first stop is met again, or the focus no longer moves.
_ENDS = "() => presses.again > 9 || presses.stops.indexOf(presses.stops[0], 1) > 0"
_FAULTS = """(isBack) => {
  const { stops } = presses, round = stops.slice(0, stops.indexOf(stops[0], 1)), faults = [];
  const name = (element) => {
    const part = element.getRootNode().host?.parentElement ?? element, key = /st-key-(\\S+)/;
    const where = part.closest("[class*=st-key-]")?.className.match(key)?.[1] ?? "";
    return `${where} ${element.outerHTML.slice(0, 80)}`;
  };
  if (presses.again > 9) return [`the focus stays at ${name(stops.at(-1))}`];
  if (!round.length) return [`no round in ${stops.length} stops`];
  const group = (stop) => stop.closest("[role=radiogroup], [role=toolbar], [role=tablist], [role=grid]") ?? stop;
  const reached = new Set(round.map(group));
  const expect = (all, when) => {
    const missed = all.filter((stop) => stop.isConnected && !reached.has(group(stop)));
    faults.push(...missed.map((stop) => `${when} never at ${name(stop)}`));
  };
  const isTable = (stop) => stop.matches("[data-testid=data-grid-canvas]"); // has the focus between its cells too
  const again = round.filter((stop, i) => round.indexOf(stop) !== i && !isTable(stop));
  faults.push(...again.map((stop) => `twice at ${name(stop)}`));
  if (isBack) {
    expect(window.way, "on the way back");
    return faults;
  }
  window.way = round;

  const own = ".stBidiComponent, .clockface, body > main";
  const isOwn = (element) => element.getRootNode() !== document || element.closest(own);
  const inside = ({ shadowRoot }) => (shadowRoot ? within(shadowRoot) : []);
  const within = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...inside(one)]);
  const usable = "a[href], button, select, summary, textarea, input:not([type=radio]), canvas, [role=slider]";
  const isThere = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && !one.closest("[inert]");
  expect(within(document).filter((one) => one.matches(usable) && isOwn(one) && isThere(one)), "on the way");

  const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true });
  for (const stop of round) {
    const keys = ["F5", "a"];
    if (stop.matches("a[href], button, select, summary, [type=checkbox]") && isOwn(stop)) keys.push("Enter", " ");
    if (stop.matches("canvas") && isOwn(stop)) keys.push("Enter");
    const taken = keys.filter((key) => !stop.dispatchEvent(press(key)));
    faults.push(...taken.map((key) => `“${key}” is taken at ${name(stop)}`));
    if (stop.matches("[role=img]")) faults.push(`an image takes keys: ${name(stop)}`); // screen readers keep them
  }
  return faults;
}"""


def faults(page):
    """What keeps the Tab key from going round, and keys that a part takes though it has no use for them."""
    there = _round(page, is_back=False)
    page.keyboard.down("Shift")
    back = _round(page, is_back=True)
    page.keyboard.up("Shift")
    return there + back


def _round(page, *, is_back):
    page.evaluate(_LISTEN)
    for _ in range(MOST // CHUNK):
        for _ in range(CHUNK):
            page.keyboard.down("Tab")  # again and again, as a key that is held
        if page.evaluate(_ENDS):
            break
    page.keyboard.up("Tab")
    return page.evaluate(_FAULTS, is_back)
