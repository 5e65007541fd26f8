// A Plotly figure in the page. A new figure for the same element is drawn by Plotly.react, which updates what differs;
// off the screen it waits until the reader comes near. Plotly's script is loaded once per page: bundle.py.

import { endOfCall } from "../../kit/calls.js";
import { followPreview, isReleased, previewValues, withPreview } from "../../kit/preview.js";
import { magnification } from "../../kit/magnification.js";
import { loadPlotly } from "../../kit/scripts.js";
import { unpack } from "../../kit/wire.js";
import { withKeptArrayAttributes } from "./array_attributes.js";
import { forgetFirstRanges, holdRanges, shownRanges } from "./axes.js";
import { ghostsOf, ghostsWithin, withoutGhosts } from "./ghosts.js";
import { writeNumbers } from "./numbers.js";

const VIEWS = new WeakMap();
const EXPAND = "M128 32H32v96h64V96h32zM32 384v96h96v-64H96v-32zM384 32v64h32v32h64V32zM416 416h-32v64h96v-96h-64z";
const GLIDE = { duration: 250, easing: "cubic-in-out" }; // ms, of axes that take new ranges at rest

// `live` draws a figure with the values under the hand: live.js.
export function mountPlot({ data, parentElement, setTriggerValue }, live) {
  let view = VIEWS.get(parentElement);
  if (!view) VIEWS.set(parentElement, (view = open(parentElement)));
  view.pick = (point) => setTriggerValue("point", point);
  take(view, data, live);
  return endOfCall(view, () => close(view));
}

// ---- The figure with its arrays.

function together(part, arrays) {
  if (Array.isArray(part)) return part.map((value) => together(value, arrays));
  if (part === null || typeof part !== "object") return part;
  if (part.array in arrays) return nestArray(arrays[part.array], part.shape);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, together(value, arrays)]));
}

function nestArray(values, [count, ...within]) {
  if (!within.length) return values;
  const size = values.length / count;
  return Array.from({ length: count }, (_, i) => nestArray(values.subarray(i * size, (i + 1) * size), within));
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const figure = root.querySelector("figure"), chart = figure.querySelector("div");
  const view = { root, figure, chart, live: null, zoomedRanges: {}, ghosts: [], rangesBefore: null, near: null, stale: false };
  view.fit = () => view.isDrawn && redraw(Object.assign(view, { isMoving: false }));
  view.print = () => wholeChart(view);
  view.sizeObserver = new ResizeObserver(() => chart.clientWidth !== view.width && view.fit());
  view.sizeObserver.observe(figure);
  view.sight = new IntersectionObserver((entries) => comeNear(view, entries.at(-1).isIntersecting), {
    root: figure.closest("[data-testid=stMain]"), rootMargin: "100% 0%",
  });
  view.sight.observe(figure);
  view.unfollow = followPreview(() => followHand(view));
  addEventListener("fullscreenchange", view.fit);
  addEventListener("beforeprint", view.print);
  figure.whole = () => wholeChart(view);
  return view;
}

// Plotly's promise is still to come when an element is removed at once: purged before, Plotly would throw.
function close(view) {
  view.sizeObserver.disconnect();
  view.sight.disconnect();
  view.unfollow();
  removeEventListener("fullscreenchange", view.fit);
  removeEventListener("beforeprint", view.print);
  VIEWS.delete(view.root);
  Promise.resolve(view.pendingDrawing).then(() => VIEWS.has(view.root) || view.plotly?.purge(view.chart));
}

// The same bytes come again when something else in the room has changed.
function take(view, data, live) {
  if (view.data && same(view.data, data)) return;
  const content = unpack(data);
  if (!view.rangesBefore) view.ghosts = []; // another control
  Object.assign(view, { data, live: content.live && live, content: { ...content, figure: together(content.figure, content) } });
  view.figure.setAttribute("aria-label", content.alt);
  if (view.holds && isReleased()) glide(view);
  if (!view.isDrawn) view.chart.style.height = `${content.figure.layout.height}px`;
  redraw(view);
}

function same(one, other) {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

// ---- When to draw.

function comeNear(view, near) {
  view.near = near;
  update(view);
}

function redraw(view) {
  view.stale = true;
  update(view);
}

function update(view) {
  const waits = !view.near && !view.isWanted;
  view.figure.setAttribute("aria-busy", `${view.stale && !(waits && view.near === false)}`); // null: not known yet
  if (!view.stale || waits || !view.chart.isConnected) return;
  if ((view.plotly ??= withKeptArrayAttributes(window.Plotly))) draw(view);
  else view.plotlyLoad ??= load(view);
}

async function load(view) {
  await loadPlotly(view.figure.dataset.script);
  if (VIEWS.get(view.root) === view) update(view); // unless it has been replaced meanwhile
}

// The picture as the server gave it, wherever it stands on the page: data and layout for Plotly.
async function wholeChart(view) {
  view.isWanted = true;
  update(view);
  await view.plotlyLoad;
  await view.pendingDrawing;
  view.isWanted = false;
  return { data: withoutGhosts(view.chart.data), layout: view.chart.layout };
}

// ---- The hand at a slider.

function followHand(view) {
  if (!Object.keys(previewValues()).length) return rest(view);
  if (!view.rangesBefore) begin(view);
  if (!view.live || view.next) return;
  view.next = requestAnimationFrame(() => {
    view.next = 0;
    if (VIEWS.get(view.root) === view && view.content) redraw(view);
  });
}

function begin(view) {
  view.rangesBefore = view.isDrawn ? shownRanges(view.chart) : {};
  view.ghosts = view.content?.ghost ? ghostsOf(view.content.figure.data) : [];
}

function rest(view) {
  view.rangesBefore = null;
  if (!view.holds && !view.isMoving) return;
  glide(view);
  redraw(view);
}

function glide(view) {
  view.glides = !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// ---- Drawing.

function draw(view) {
  const settings = view.live && withPreview(view.content.live.settings);
  if (!settings || !view.isMoving || !view.live.sketch(view, settings)) paint(view, settings);
  view.isMoving = Boolean(settings);
  view.stale = view.glides = false;
  view.figure.setAttribute("aria-busy", "false");
}

function paint(view, settings) {
  const { plotly, chart, content } = view;
  const figure = view.live ? view.live.figure(view, settings) : content.figure;
  const layout = fitLayout(view, figure.layout);
  view.holds = view.rangesBefore !== null && !isReleased() && holdRanges(figure, layout, view, previewValues());
  if (view.glides) layout.transition = GLIDE;
  forgetFirstRanges(chart);
  // The configuration is passed once: passing it again makes Plotly rebuild the chart.
  const traces = [...ghostsWithin(view.ghosts, layout), ...figure.data];
  const drawing = plotly.react(chart, traces, layout, ...(view.isDrawn ? [] : [configuration(view)]));
  view.pendingDrawing = Promise.allSettled([view.pendingDrawing, drawing]);
  if (view.live) view.live.afterPaint(view, settings);
  listen(view);
  view.isDrawn = true;
  zoomAgain(view);
}

// The layout in the size that the element has.
function fitLayout(view, source) {
  const { chart, figure } = view;
  view.width = chart.clientWidth;
  const layout = structuredClone(source); // Plotly writes into it
  Object.assign(layout, { width: view.width || undefined, autosize: false });
  layout.font.size *= magnification();
  if (matchMedia("(pointer: coarse)").matches) layout.dragmode = false; // a thumb that begins on a chart scrolls the page
  layout.modebar = { bgcolor: "transparent", color: layout.font.color, activecolor: layout.font.color };
  if (document.fullscreenElement === figure) layout.height = figure.clientHeight;
  chart.style.height = `${layout.height}px`;
  return layout;
}

// After each drawing, since Plotly drops listeners when it rebuilds a chart.
function listen(view) {
  const { chart } = view;
  for (const event of ["plotly_afterplot", "plotly_click", "plotly_relayout"]) chart.removeAllListeners(event);
  writeNumbers(chart);
  chart.on("plotly_afterplot", () => writeNumbers(chart));
  chart.on("plotly_click", ({ points }) => view.content.picks && view.pick(plain(points[0])));
  chart.on("plotly_relayout", (changes) => Object.keys(changes).forEach((change) => noteZoom(view, change)));
}

// Plotly keeps a zoom, except if the new figure sets another range for the axis.
function noteZoom({ chart, content, zoomedRanges, rangesBefore }, change) {
  if (rangesBefore) return; // not the reader's
  const [, axis, what] = change.match(/^([xy]axis\d*)\.(range|autorange)/) ?? [];
  if (!axis) return;
  const range = chart.layout[axis].range;
  if (what === "autorange" || `${range}` === `${content.figure.layout[axis]?.range}`) delete zoomedRanges[axis];
  else zoomedRanges[axis] = [...range];
}

function zoomAgain(view) {
  const { chart, plotly, zoomedRanges } = view;
  const lostZooms = Object.entries(zoomedRanges).filter(([axis, range]) => `${chart.layout[axis]?.range}` !== `${range}`);
  const knownZooms = lostZooms.filter(([axis]) => axis in chart.layout);
  if (!knownZooms.length) return;
  const zoomDrawing = plotly.relayout(chart, Object.fromEntries(knownZooms.map(([axis, range]) => [`${axis}.range`, range])));
  view.pendingDrawing = Promise.allSettled([view.pendingDrawing, zoomDrawing]);
}

function plain({ x, y, customdata }) {
  return { x, y, customdata: ArrayBuffer.isView(customdata) ? [...customdata] : (customdata ?? null) };
}

// ---- Two buttons.

function configuration(view) {
  const { figure, plotly } = view;
  const save = {
    name: "save", title: "Download picture", icon: plotly.Icons.camera, click: () => download(view),
  };
  const expand = {
    name: "fullscreen", title: "Fullscreen", icon: { width: 512, height: 512, path: EXPAND },
    click: () => (document.fullscreenElement ? document.exitFullscreen() : figure.requestFullscreen()),
  };
  return {
    displaylogo: false,
    displayModeBar: matchMedia("(hover: none)").matches ? false : "hover", // on touch screens it would always show
    modeBarButtons: [[save, expand]],
  };
}

async function download(view) {
  const { width, height } = view.chart.getBoundingClientRect();
  view.plotly.downloadImage(await wholeChart(view), { format: "svg", filename: view.content.name, width, height });
}
