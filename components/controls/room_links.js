import { openLink } from "../kit/address.js";

export default function ({ parentElement }) {
  const plain = (event) => event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  parentElement.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || plain(event)) return; // another run's listener may have opened it
    event.preventDefault();
    openLink(link.href);
  });
}
