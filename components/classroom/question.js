// The words of a class's question, for the teacher and the students.

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
