// Prints a dark page in light colours.

export function printInLight() {
  const mark = document.documentElement.dataset;

  addEventListener("beforeprint", () => {
    mark.printed = getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme;
  });
  addEventListener("afterprint", () => delete mark.printed);
}
