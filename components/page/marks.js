// A number in a sentence lights up its line or point: [44](#mark-first-rise) the series "first rise" of a chart.
const MARK = 'a[href^="#mark-"]';

export function lightMarks() {
  const of = (event) => event.target.closest?.(MARK), on = (kind, act) => document.addEventListener(kind, act);
  const dim = () => charts().forEach((chart) => light(chart, null));
  for (const kind of ["pointerover", "focusin"]) on(kind, (event) => of(event) && show(of(event)));
  for (const kind of ["pointerout", "focusout"]) on(kind, (event) => of(event) && dim());
  on("click", (event) => of(event) && event.preventDefault()); // a touch shows it as well
}

export function slug(name) {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

function show(link) {
  const name = decodeURIComponent(link.getAttribute("href").slice("#mark-".length));
  charts().forEach((chart) => light(chart, chart._fullData?.some((trace) => slug(trace.name ?? "") === name) ? name : null));
}

function charts() {
  return [...document.querySelectorAll(".clockface-plot .js-plotly-plot")];
}

function light(chart, name) {
  chart.toggleAttribute("data-lit", name !== null);
  const lit = new Set((chart._fullData ?? []).filter((trace) => slug(trace.name ?? "") === name).map(({ uid }) => uid));
  for (const { uid } of chart._fullData ?? []) {
    chart.querySelector(`.trace${uid}`)?.classList.toggle("lit", lit.has(uid));
  }
  for (const label of chart.querySelectorAll("g.annotation")) label.classList.toggle("lit", slug(label.textContent) === name);
}
