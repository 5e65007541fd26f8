// Elements of HTML, and texts for them. Children are elements or text, which stays text whatever it holds; null leaves one out.

export function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node[key] = value;
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child != null));
  return node;
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

// A text whose fields, written {name}, have the values.
export function fillTemplate(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
