// The answers of a class: a bar for each option or range of numbers, with the truth and one's own answer marked.

import { element } from "./element.js";

// Rows of { name, count, right, own }.
export function rows(question, names, own) {
  const { distribution, truth } = question;
  if (question.kind === "number") {
    return distribution.bins.map(([low, high, count], i, bins) => {
      const isLast = i === bins.length - 1;
      const within = (value) => value != null && value >= low && (value < high || (isLast && value <= high));
      const name = low === high ? round(low) : `${round(low)}–${round(high)}`;
      return { name, count, right: within(truth), own: within(own) };
    });
  }
  return distribution.counts.map((count, i) => ({ name: names[i], count, right: truth === i, own: own === i }));
}

export function round(number) {
  return number.toLocaleString("en", { maximumSignificantDigits: 6 });
}

export function chart(question, names, own, words) {
  const shown = rows(question, names, own), most = Math.max(1, ...shown.map(({ count }) => count));
  const lines = shown.map(({ name, count, right, own: mine }) => {
    const marks = [right && words["Truth: mark"], mine && words["Own: mark"]].filter(Boolean).join(" · ");
    const bar = element("span", { class: "bar" });
    bar.style.setProperty("--share", count / most);
    return element(
      "tr", { class: right ? "right" : "" },
      element("th", { scope: "row" }, name), element("td", { class: "bars" }, bar),
      element("td", { class: "count" }, `${count}`), element("td", { class: "marks" }, marks),
    );
  });
  return element("table", { class: "answers" }, element("tbody", {}, lines));
}
