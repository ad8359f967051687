// A table that is wider than the window is scrolled with the keys too: it can have the focus.
addEventListener("load", () => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
});
