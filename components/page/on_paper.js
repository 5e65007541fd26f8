// Prints a dark page in light colours.

export function printInLight(parentElement) {
  const mark = document.documentElement.dataset;

  function begin() {
    if (!parentElement.isConnected) return removeEventListener("beforeprint", begin);
    mark.printed = getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme;
  }

  addEventListener("beforeprint", begin);
  addEventListener("afterprint", () => delete mark.printed);
}
