// A picture presses the button of the hidden row that has its text.
export default function ({ data, parentElement }) {
  const pictures = [...parentElement.querySelectorAll(".choose button")];
  for (const picture of pictures) picture.onclick = () => {
    const options = [...document.querySelectorAll(`.st-key-${data.key} button`)];
    options.find(({ textContent }) => textContent.trim() === picture.value)?.click();
    const wasPressed = picture.getAttribute("aria-pressed") === "true"; // a second press takes the choice back
    for (const each of pictures) each.setAttribute("aria-pressed", each === picture && !wasPressed);
  };
}
