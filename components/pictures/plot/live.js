// What the browser draws of a figure whose header has `live` while shared sliders move. Where only values change they are
// drawn into the chart that stands there, which takes a tenth of Plotly's time; where an axis follows the slider, Plotly
// draws all.

import { paintImage, signedImage } from "../../kit/colours.js";
import { dotProductCurve, gram } from "../../kit/encoding.js";

export const LIVE_FIGURE = { figure, sketch, afterPaint };

const KINDS = {
  curve: { compute: curve, into: intoCurve, draw: drawCurve },
  gram: { compute: matrix, into: intoMatrix, draw: drawMatrix },
};
const LIVE = "live"; // uid of the trace that is computed here

// ---- What view.js asks for.

function figure(view, settings) {
  const { figure: plain, live } = view.content;
  if (!settings) return { ...plain, data: markLive(plain.data) };
  const { compute, into } = KINDS[live.kind];
  return into({ ...plain, data: markLive(plain.data) }, compute(settings), peak(settings) / peak(live.settings), view.zoomedRanges);
}

function markLive([first, ...others]) {
  return [{ ...first, uid: LIVE }, ...others];
}

// The product of a position with itself.
function peak({ d_model, normalised }) {
  return normalised ? 1 : d_model >> 1;
}

// Draws the values into the chart; false where Plotly has to.
function sketch(view, settings) {
  const { compute, draw } = KINDS[view.content.live.kind];
  return draw(view, compute(settings), peak(settings));
}

// Plotly has drawn, with the values under the hand or with the server's.
function afterPaint(view, settings) {
  if (settings) return sketch(view, settings);
  const { canvas } = view;
  view.canvas = null;
  if (canvas) whenSeen(view).then(() => canvas.remove());
}

// Plotly's picture of a heatmap is an image, which the browser decodes later.
async function whenSeen({ chart }) {
  await chart.querySelector(".heatmaplayer image")?.decode?.().catch(() => {});
  await new Promise(requestAnimationFrame);
}

// ---- The dot product against the offset. Landmarks and the panel that magnifies one are the server's: they wait until
// rest.

function curve({ points, normalised, ...settings }) {
  const { offsets, values } = dotProductCurve(settings, points);
  const by = normalised ? settings.d_model >> 1 : 1;
  return { x: Float32Array.from(offsets), y: Float32Array.from(values, (value) => value / by) };
}

function intoCurve({ data: [line, ...marks], layout }, { x, y }, higher) {
  const ranges = rangesOf(layout, x.at(-1) / line.x.at(-1), higher, Math.min(...y));
  const axes = Object.entries(ranges).map(([axis, range]) => [axis, { ...layout[axis], range }]);
  const panel = Object.keys(layout).filter((key) => /^[xy]axis\d/.test(key));
  axes.push(...panel.map((axis) => [axis, { ...layout[axis], visible: false }]));
  return {
    data: [{ ...line, x, y }, ...marks.map((mark) => ({ ...mark, visible: false }))],
    layout: { ...layout, annotations: [], ...Object.fromEntries(axes) },
  };
}

// The vertical axis ends as `offset_curves` says.
function rangesOf({ xaxis, meta: { peak, ends, above } }, wider, higher, lowest) {
  const high = peak * higher, low = high * (ends.find((end) => lowest >= high * end) ?? ends.at(-1));
  return { xaxis: xaxis.range.map((end) => end * wider), yaxis: [low, high + (high - low) * above] };
}

function drawCurve(view, { x, y }, high) {
  const { chart } = view, path = chart.querySelector(`.trace${LIVE} path.js-line`);
  if (!path) return false;
  follow(view, x.at(-1), high, Math.min(...y));
  const { xaxis, yaxis } = chart._fullLayout;
  const points = Array.from(x, (offset, i) => `${xaxis.c2p(offset)},${yaxis.c2p(y[i])}`);
  path.setAttribute("d", `M${points.join("L")}`);
  return true;
}

// Axes that follow the slider take their new ranges, unless the reader has zoomed them.
function follow({ chart, plotly, content, zoomedRanges }, end, high, lowest) {
  const { figure: { data, layout }, live } = content;
  const ranges = rangesOf(layout, end / data[0].x.at(-1), high / peak(live.settings), lowest);
  const changedRanges = Object.entries(ranges).filter(([axis, range]) => !(axis in zoomedRanges) && `${chart.layout[axis].range}` !== `${range}`);
  if (changedRanges.length) plotly.relayout(chart, Object.fromEntries(changedRanges.map(([axis, range]) => [`${axis}.range`, range])));
}

// ---- Dot products of all pairs of positions.

function matrix({ normalised, ...settings }) {
  const { products, size, positions } = gram(settings), by = normalised ? settings.d_model >> 1 : 1;
  return { values: Float32Array.from(products, (value) => value / by), size, positions };
}

// Four cells of the same extent for Plotly; the canvas with all lies on top of them, unless the reader has zoomed.
function intoMatrix({ data: [cells], layout }, { values, size, positions }, higher, zoomedRanges) {
  const half = (size * positions) / 2, first = (half - positions) / 2;
  const few = { x0: first, y0: first, dx: half, dy: half, z: [[0, 0], [0, 0]] };
  const all = { dx: positions, dy: positions, z: Array.from({ length: size }, (_, i) => values.subarray(i * size, (i + 1) * size)) };
  const scale = { zmin: cells.zmin * higher, zmax: cells.zmax * higher };
  return { data: [{ ...cells, ...(Object.keys(zoomedRanges).length ? all : few), ...scale }], layout };
}

function drawMatrix(view, { values, size, positions }, high) {
  const { chart, content } = view, { zmax, dx } = chart.data[0];
  const limit = content.figure.data[0].zmax * (high / peak(content.live.settings));
  if (2 * dx !== size * positions || limit !== zmax) return false; // Plotly has other axes, or draws all cells
  view.canvas ??= chart.parentElement.appendChild(document.createElement("canvas"));
  cover(view.canvas, chart);
  paintImage(view.canvas, signedImage(values, size, content.figure.layout.meta.signed, zmax));
  return true;
}

// Lies on the cells that Plotly has drawn.
function cover(canvas, chart) {
  const cells = chart.querySelector(".heatmaplayer image").getBoundingClientRect();
  const around = chart.parentElement.getBoundingClientRect();
  const place = { left: cells.left - around.left, top: cells.top - around.top, width: cells.width, height: cells.height };
  for (const [name, pixels] of Object.entries(place)) canvas.style[name] = `${pixels}px`;
}
