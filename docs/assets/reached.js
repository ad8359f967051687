// What the theme leaves out for those who read with the keys or by ear.
addEventListener("load", () => {
  // What is wider than the window, a table or a row of tabs, is scrolled with the keys too: it can
  // have the focus.
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, .tabbed-labels")) wide.tabIndex = 0;

  // The search is a dialog with a name.
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");

  // The buttons of a piece of code are no way through the site, of which a page would have many.
  const plain = () => {
    for (const one of document.querySelectorAll(".md-code__nav:not([role])")) one.setAttribute("role", "none");
  };
  plain();
  new MutationObserver(plain).observe(document.querySelector("article") ?? document.body, { childList: true, subtree: true });

  // A list of pages is named by the page above it; the theme names it by an arrow without a word.
  for (const list of document.querySelectorAll("nav.md-nav[aria-labelledby]")) {
    const above = list.parentElement.querySelector(":scope > .md-nav__link a, :scope > label.md-nav__link");
    const name = above?.textContent.trim();
    if (!name) continue;
    list.removeAttribute("aria-labelledby");
    list.setAttribute("aria-label", name);
  }
});
