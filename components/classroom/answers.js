// The question of a class and its answers: the options as they were asked, each with a bar that grows out of it once they
// are revealed; of a number, ranges. The truth and one's own answer are marked.

import { element } from "../kit/element.js";

const LETTERS = "ABCD"; // of curves to choose from, as the room Questions has them

// { claim, ask } of a question of the app, or of the teacher's own.
export function wordsOf(question, { cards }) {
  return cards[question.card] ?? { claim: question.text, ask: "" };
}

export function optionNames({ card, kind, options }, words) {
  if (kind === "number" || !card) return options;
  if (`${options}` === "true,false") return [words["True"], words["False"]];
  return options.map((_, i) => LETTERS[i]);
}

// { name } of each option, and once it is revealed { count, share, right, own }; share from 0 to 1.
export function rows(question, names, answer) {
  const { distribution, truth, answers, kind } = question;
  if (!distribution) return kind === "number" ? [] : names.map((name) => ({ name }));
  if (kind === "number") return ranges(distribution.bins, truth, answer);
  const shareOf = (count) => count / Math.max(answers, 1);
  return distribution.counts.map((count, i) => (
    { name: names[i], count, share: shareOf(count), right: truth === i, mine: answer === i }
  ));
}

function ranges(bins, truth, answer) {
  const most = Math.max(1, ...bins.map(([, , count]) => count));
  return bins.map(([low, high, count], i) => {
    const isLast = i === bins.length - 1;
    const within = (value) => value != null && value >= low && (value < high || ((isLast || low === high) && value <= high));
    const name = low === high ? round(low) : `${round(low)}–${round(high)}`;
    return { name, count, share: count / most, right: within(truth), mine: within(answer) };
  });
}

// Whole numbers as they are, others with three digits.
export function round(number) {
  const isLong = Number.isInteger(number) || Math.abs(number) >= 1000;
  return number.toLocaleString("en", isLong ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}

export function chart(question, names, answer, words) {
  return element("ul", { class: `answers ${question.kind}` }, rows(question, names, answer).map((row) => line(row, words)));
}

function line({ name, count, share, right, mine }, words) {
  const marks = [right && words["Truth: mark"], mine && words["Own: mark"]].filter(Boolean).join(" · ");
  const item = element(
    "li", { class: right ? "right" : "" }, element("span", { class: "bar" }), element("span", { class: "name" }, name),
    marks ? element("span", { class: "marks" }, marks) : null,
    count == null ? null : element("b", { class: "count" }, `${count}`),
  );
  item.style.setProperty("--share", share ?? 0);
  return item;
}
