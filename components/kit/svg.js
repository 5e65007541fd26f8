// Elements of SVG.

// Streamlit drops an inline script that holds a whole tag.
const SPACE = Object.assign(document.createElement("p"), { innerHTML: "<" + "svg>" }).firstChild.namespaceURI;

export function draw(name, attributes, ...children) {
  const node = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
