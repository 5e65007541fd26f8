// Before each drawing Plotly looks, for every trace, which of the several hundred attributes of its type hold arrays: a
// fifth of its time. The answer depends only on the type, on which of the figure's own attributes are arrays, and on
// whether the trace is visible; so it is kept. The function is Plotly's own, not a part of its documented interface:
// test_plot.py compares the answers.

const patchedLibraries = new WeakSet();

// Plotly with answers that are kept.
export function withKeptArrayAttributes(plotly) {
  if (!plotly || patchedLibraries.has(plotly)) return plotly;
  patchedLibraries.add(plotly);
  const { PlotSchema } = plotly, answers = new Map(), find = PlotSchema.findArrayAttributes;
  PlotSchema.findArrayAttributes = (trace) => {
    const key = [trace.type, trace.visible, ...arraysIn(trace._input)].join();
    if (!answers.has(key)) answers.set(key, find(trace));
    return answers.get(key);
  };
  return plotly;
}

function arraysIn(part, path = "") {
  return Object.entries(part).flatMap(([name, value]) => {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return [path + name];
    return value && typeof value === "object" ? arraysIn(value, `${path}${name}.`) : [];
  });
}
