// Numbers in hover labels as the text beside the chart writes them: "−2.5", "3.4 × 10⁻⁵".

const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function readableNumber(number) {
  const [, sign, digits, below, power] = number.match(/^([-−]?)(.*?)(?:e([+-]?)(\d+))?$/);
  const exponent = [...(power ?? "")].map((digit) => POWERS[digit]).join("");
  return `${sign && "−"}${digits}${power ? ` × 10${below === "-" ? "⁻" : ""}${exponent}` : ""}`;
}

// Plotly makes its format anew with each drawing.
export function writeNumbers({ _fullLayout: { _d3locale: locale } }) {
  if (locale.writes) return;
  const { numberFormat } = locale;
  locale.numberFormat = (form) => {
    const format = numberFormat(form);
    return (value) => readableNumber(format(value));
  };
  locale.writes = true;
}
