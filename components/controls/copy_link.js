import { copyText } from "../kit/clipboard.js";

// The address bar holds all state, so the link is the address.
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const field = parentElement.querySelector("input");
  button.textContent = data.label;
  button.onclick = async () => {
    if (!(await copyText(location.href, field))) return;
    button.textContent = data.copied;
    setTimeout(() => (button.textContent = data.label), 2000);
  };
}
