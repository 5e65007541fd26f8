// Before each drawing Plotly looks, for every trace, which of the several hundred attributes of its type hold arrays: a
// fifth of its time. The answer depends only on the type, on where the trace that was given to it has arrays, and on
// whether there is anything to show.

const seen = new WeakSet();

// Plotly, which from then on remembers the answers.
export function withArraysRemembered(plotly) {
  if (!plotly || seen.has(plotly)) return plotly;
  seen.add(plotly);
  const { PlotSchema } = plotly, known = new Map(), find = PlotSchema.findArrayAttributes;
  PlotSchema.findArrayAttributes = (trace) => {
    const key = [trace.type, trace.visible, ...arraysIn(trace._input)].join();
    if (!known.has(key)) known.set(key, find(trace));
    return known.get(key);
  };
  return plotly;
}

function arraysIn(part, path = "") {
  return Object.entries(part).flatMap(([name, value]) => {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return [path + name];
    return value && typeof value === "object" ? arraysIn(value, `${path}${name}.`) : [];
  });
}
