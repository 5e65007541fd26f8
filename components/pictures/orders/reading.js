// Orders of the words of a sentence, and what core has measured of them. Pure functions; tests compare them with core.

// Where a hand of unit length points: it starts at twelve and turns clockwise.
export function tip(position, frequency) {
  return [Math.sin(position * frequency), Math.cos(position * frequency)];
}

// The angle of a hand that folds up: it turns back to twelve by the shorter way.
export function folded(angle, share) {
  const turn = 2 * Math.PI, short = angle - turn * Math.round(angle / turn);
  return share === 1 ? angle : share * short;
}

export function swapPlaces(order, from, to) {
  const other = [...order];
  [other[from], other[to]] = [order[to], order[from]];
  return other;
}

// An order as it reads: of equal words the one that comes first in the sentence comes first.
export function reading(order, words) {
  const placesLeft = words.map((_, place) => place);
  return order.map((place) => placesLeft.splice(placesLeft.findIndex((other) => words[other] === words[place]), 1)[0]);
}

// The order that an address names, such as the-mat-sat-on-the-cat; null if it names none.
export function orderOf(text, words) {
  const placesLeft = words.map((_, place) => place);
  const take = (word) => {
    const index = placesLeft.findIndex((place) => words[place] === word);
    return index < 0 ? undefined : placesLeft.splice(index, 1)[0];
  };
  const names = (text ?? "").slice(0, 200).split("-"), order = names.map(take);
  return names.length === words.length && !order.includes(undefined) ? order : null;
}

// The difference of each word's outputs, by its place in the first sentence.
export function differencesOf(order, data, kind) {
  const hundredths = data.hundredths[kind], count = data.words.length, row = rowOf(order, data);
  return hundredths.slice(count * row, count * (row + 1)).map((value) => value / 100);
}

// How alike a released model finds the order and the first sentence, as a text.
export function likenessOf(order, data) {
  const thousandths = data.thousandths[rowOf(order, data)];
  return thousandths < 1000 ? (thousandths / 1000).toFixed(3) : "1";
}

function rowOf(order, { words, orders }) {
  return orders.split(" ").indexOf(reading(order, words).join(""));
}

// A line from the word above to the word below, both across, as a path.
export function cord(above, below, height) {
  return `M${above},0C${above},${0.5 * height} ${below},${0.4 * height} ${below},${height}`;
}

export function same(order, other) {
  return order.every((place, i) => place === other[i]);
}
