// The page stands in a frame of its own, from which it is printed.
export default function ({ data, parentElement }) {
  const place = parentElement.querySelector(".save-page");
  const [print, save] = place.querySelectorAll("button");
  save.textContent = data.save;
  print.textContent = data.print;
  place.querySelector("iframe")?.remove();
  const shown = document.createElement("iframe");
  Object.assign(shown, { title: data.title, srcdoc: data.page });
  shown.onload = () => {
    shown.style.height = `${shown.contentDocument.documentElement.scrollHeight + 2}px`;
  };
  place.append(shown);
  print.onclick = () => shown.contentWindow.print();
  save.onclick = () => download(data.page, `${data.name}.html`);
}

function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
