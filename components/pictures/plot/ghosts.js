// The lines of a chart as they were before a slider moved: thin and faint, behind those that move.

const FAINT = 0.5;

export function ghostsOf(data) {
  return data.filter(isLine).map(ghost);
}

// Dots in a row are a line as well, rings around some points are not.
function isLine({ type, mode, marker, fill }) {
  return type === "scatter" && !fill && (mode.includes("lines") || (mode === "markers" && !marker.symbol));
}

// Without a uid of its own Plotly would give it that of the trace that stood in its place.
function ghost({ x, y, xaxis, yaxis, line, marker, connectgaps }, i) {
  const thin = { ...line, color: line?.color ?? marker.color, width: 1.5 };
  const silent = { uid: `ghost${i}`, hoverinfo: "skip", showlegend: false, meta: { ghost: true } };
  return { type: "scatter", mode: "lines", x, y, xaxis, yaxis, connectgaps, line: thin, opacity: FAINT, ...silent };
}

// Where the new figure lacks a small panel or hides it, so do the lines: Plotly would draw axes of its own for them.
export function ghostsWithin(ghosts, layout) {
  const isVisible = (axis) => axis && axis.visible !== false;
  return ghosts.filter(({ xaxis = "x" }) => xaxis === "x" || isVisible(layout[xaxis.replace("x", "xaxis")]));
}

export function withoutGhosts(data) {
  return data.filter(({ meta }) => !meta?.ghost);
}
