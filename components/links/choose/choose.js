// A click on the sketch presses the button that has its letter.
export default function ({ data, parentElement }) {
  parentElement.querySelector("figure").onclick = () => {
    const buttons = [...document.querySelectorAll(`.st-key-${data.key} button`)];
    buttons.find(({ textContent }) => textContent.trim() === data.letter)?.click();
  };
}
