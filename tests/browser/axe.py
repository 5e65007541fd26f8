"""What axe-core finds in a page."""

from importlib.resources import files

_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
_VIOLATIONS = """async ({ rules, preload }) => {
  const only = rules.length && { runOnly: { type: "rule", values: rules } };
  const { violations } = await axe.run(document, { preload, resultTypes: ["violations"], ...only });
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const message = ({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message}`;
  return grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${message(node)}`));
}"""


def load_axe(page):
    """Make axe known to a page, once for each document."""
    page.evaluate(_AXE)


def violations(page, *rules, preload=True):
    """Serious and critical ones, of all rules or some; a page on a disk cannot preload its style sheets."""
    return page.evaluate(_VIOLATIONS, {"rules": rules, "preload": preload})
