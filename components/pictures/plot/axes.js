// Axes that do not rescale under the hand.

// Ranges by name of the axis, logarithms on logarithmic axes.
export function shownRanges(chart) {
  const axes = Object.entries(chart._fullLayout).filter(([name, axis]) => /^[xy]axis/.test(name) && axis.range);
  return Object.fromEntries(axes.map(([name, axis]) => [name, [...axis.range]]));
}

// Plotly.react constrains an axis by the first range that it ever had, which is too wide for a smaller matrix.
export function forgetFirstRanges(chart) {
  for (const [name, axis] of Object.entries(chart._fullLayout ?? {})) if (/^[xy]axis/.test(name)) delete axis._inputRange;
}

// Gives axes of `layout` the ranges that they had when the hand came down, except for those that follow the slider and
// those that the reader has zoomed. Returns whether any range may differ from the figure's.
export function holdRanges(figure, layout, { rangesBefore, zoomedRanges }, hand) {
  const names = Object.keys(rangesBefore).filter((axis) => axis in layout && !(axis in zoomedRanges) && !follows(figure, axis, hand));
  for (const axis of names) Object.assign(layout[axis], { range: rangesBefore[axis], autorange: false });
  return names.some((axis) => !alike(rangesBefore[axis], figure.layout[axis].range));
}

// A figure may declare which sliders an axis follows. Otherwise what is measured keeps its range, what is counted off
// (positions, pairs, cells) follows.
export function follows({ data, layout }, axis, hand) {
  const declaredNames = layout.meta?.follows?.[axis];
  if (declaredNames) return declaredNames.some((name) => name in hand);
  if (axis[0] === "x") return true;
  const id = axis.replace("axis", "");
  return data.some(({ type, orientation, yaxis = "y" }) => yaxis === id && (type === "heatmap" || orientation === "h"));
}

function alike(one, other) {
  return other && one.every((end, i) => end === other[i]);
}
