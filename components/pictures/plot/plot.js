// A Plotly figure. A new figure for the same element is drawn by Plotly.react, which updates what differs. Plotly's
// script is that of the Python package, served beside the app and loaded once per page.

import { magnified } from "../../kit/magnified.js";
import { unpack } from "../../kit/wire.js";

const INSTANCES = new WeakMap();
const EXPAND = "M128 32H32v96h64V96h32zM32 384v96h96v-64H96v-32zM384 32v64h32v32h64V32zM416 416h-32v64h96v-96h-64z";

export default function ({ data, parentElement, setTriggerValue }) {
  let view = INSTANCES.get(parentElement);
  if (!view) INSTANCES.set(parentElement, (view = open(parentElement)));
  view.pick = (point) => setTriggerValue("point", point);
  const given = unpack(data);
  show(view, { ...given, figure: together(given.figure, given) });
  return () => {
    view.observer.disconnect();
    removeEventListener("fullscreenchange", view.fit);
    view.plotly?.purge(view.chart);
    INSTANCES.delete(parentElement);
  };
}

// ---- The figure with its arrays.

function together(part, arrays) {
  if (Array.isArray(part)) return part.map((value) => together(value, arrays));
  if (part === null || typeof part !== "object") return part;
  if (part.array in arrays) return nested(arrays[part.array], part.shape);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, together(value, arrays)]));
}

function nested(values, [count, ...within]) {
  if (!within.length) return values;
  const size = values.length / count;
  return Array.from({ length: count }, (_, i) => nested(values.subarray(i * size, (i + 1) * size), within));
}

// ---- Plotly's script.

// The address of Streamlit's script shows below which path the app is served: see streamlit_internals.py.
function loaded(path) {
  window.clockfacePlotly ??= new Promise((done, failed) => {
    const own = document.querySelector("script[type=module][src]").src;
    const script = document.createElement("script");
    script.src = new URL(`../../${path}`, own).href;
    script.onload = () => done(window.Plotly);
    script.onerror = () => failed(new Error(`${script.src} did not load`));
    document.head.append(script);
  });
  return window.clockfacePlotly;
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const figure = root.querySelector("figure"), chart = figure.querySelector("div");
  const view = { root, figure, chart, zoomed: {} };
  view.fit = () => view.drawn && view.draw();
  view.observer = new ResizeObserver(() => chart.clientWidth !== view.width && view.fit());
  view.observer.observe(figure);
  addEventListener("fullscreenchange", view.fit);
  view.draw = () => draw(view);
  return view;
}

function show(view, given) {
  view.given = given;
  view.figure.setAttribute("aria-label", given.alt);
  view.figure.setAttribute("aria-busy", "true");
  view.chart.style.height = `${given.figure.layout.height}px`;
  if (view.plotly) view.draw();
  else if (!view.waits) {
    view.waits = loaded(view.figure.dataset.script).then((plotly) => {
      view.plotly = plotly;
      if (INSTANCES.get(view.root) === view) view.draw(); // unless it has been replaced meanwhile
    });
  }
}

function draw(view) {
  const { plotly, chart, figure, given } = view;
  const full = document.fullscreenElement === figure;
  view.width = chart.clientWidth;
  const layout = structuredClone(given.figure.layout); // Plotly writes into it
  Object.assign(layout, { width: view.width || undefined, autosize: false });
  layout.font.size *= magnified();
  if (full) layout.height = figure.clientHeight;
  chart.style.height = `${layout.height}px`;
  // Settings are passed once: passing them again makes Plotly rebuild the chart.
  plotly.react(chart, given.figure.data, layout, ...(view.drawn ? [] : [settings(view)]));
  listen(view);
  view.drawn = true;
  zoomAgain(view);
  figure.setAttribute("aria-busy", "false");
}

// After each drawing, since Plotly drops listeners when it rebuilds a chart.
function listen(view) {
  const { chart } = view;
  for (const event of ["plotly_click", "plotly_relayout"]) chart.removeAllListeners(event);
  chart.on("plotly_click", ({ points }) => view.given.picks && view.pick(plain(points[0])));
  chart.on("plotly_relayout", (changes) => Object.keys(changes).forEach((change) => noteZoom(view, change)));
}

// Plotly keeps a zoom, except if the new figure sets another range for the axis.
function noteZoom({ chart, given, zoomed }, change) {
  const [, axis, what] = change.match(/^([xy]axis\d*)\.(range|autorange)/) ?? [];
  if (!axis) return;
  const range = chart.layout[axis].range;
  if (what === "autorange" || `${range}` === `${given.figure.layout[axis]?.range}`) delete zoomed[axis];
  else zoomed[axis] = [...range];
}

function zoomAgain({ chart, plotly, zoomed }) {
  const lost = Object.entries(zoomed).filter(([axis, range]) => `${chart.layout[axis]?.range}` !== `${range}`);
  const known = lost.filter(([axis]) => axis in chart.layout);
  if (known.length) plotly.relayout(chart, Object.fromEntries(known.map(([axis, range]) => [`${axis}.range`, range])));
}

function plain({ x, y, customdata }) {
  return { x, y, customdata: ArrayBuffer.isView(customdata) ? [...customdata] : (customdata ?? null) };
}

function settings({ given, figure }) {
  return {
    displaylogo: false,
    displayModeBar: matchMedia("(hover: none)").matches ? false : "hover", // on touch screens it would always cover labels
    showSendToCloud: false, // no upload
    modeBarButtonsToRemove: ["select2d", "lasso2d"],
    toImageButtonOptions: { format: "svg", filename: given.name },
    modeBarButtonsToAdd: [{
      name: "fullscreen",
      title: "Fullscreen",
      icon: { width: 512, height: 512, path: EXPAND },
      click: () => (document.fullscreenElement ? document.exitFullscreen() : figure.requestFullscreen()),
    }],
  };
}
