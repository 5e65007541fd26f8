// Marks the place of a container that leaves too little of a screen for words beside it.

const SHARE = 0.6; // of the screen's height, at most

export default function ({ data, parentElement }) {
  const container = parentElement.closest(`.st-key-${data.key}`), place = container?.parentElement;
  if (!place) return; // the room is being left
  const mark = () => place.toggleAttribute("data-tall", container.clientHeight > SHARE * innerHeight);
  const observer = new ResizeObserver(() => (container.isConnected ? mark() : observer.disconnect()));
  observer.observe(container);
}
