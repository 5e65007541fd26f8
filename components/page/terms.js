// One box for all terms of the page. The title moves out of the way, or the browser would show it as well.
const TERM = 'a[href^="#term-"]', GAP = 6; // pixels

export function explainTerms() {
  const of = (event) => event.target.closest?.(TERM), boxOf = () => document.querySelector(".term-meaning");
  const on = (kind, act) => document.addEventListener(kind, act);

  function show(term) {
    const box = boxOf();
    if (!box) return;
    if (term.title) {
      term.dataset.meaning = term.title;
      term.removeAttribute("title");
      term.setAttribute("aria-describedby", box.id);
    }
    box.textContent = term.dataset.meaning;
    box.hidden = false;
    const at = term.getClientRects()[0], { width, height } = box.getBoundingClientRect();
    const below = at.bottom + GAP + height < innerHeight;
    box.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
    box.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  }

  const hide = () => boxOf()?.toggleAttribute("hidden", true);
  for (const kind of ["pointerover", "focusin"]) on(kind, (event) => of(event) && show(of(event)));
  on("pointerout", (event) => of(event) && event.pointerType === "mouse" && document.activeElement !== of(event) && hide());
  on("focusout", hide);
  on("keydown", ({ key }) => key === "Escape" && hide());
  on("click", (event) => {
    const term = of(event);
    if (!term) return hide();
    event.preventDefault();
    show(term);
  });
}
