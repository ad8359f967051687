// What pages that are written from the rules need of the theme's scripts, and no more: day and night,
// tables and code that scroll on their own, and folds that open for a link and for print. The theme's own
// script, thirty times as large, has nothing else to do on them.
{
  const root = document.documentElement;
  const inputs = [...document.querySelectorAll("input[name='__palette']")];
  root.classList.replace("no-js", "js");

  /** Show the page by day or by night, and the button that leads to the other. */
  const show = (chosen) => {
    const { mdColorMedia: media, mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } = chosen.dataset;
    const color = { media, scheme, primary, accent };
    for (const [key, value] of Object.entries(color)) document.body.setAttribute(`data-md-color-${key}`, value);
    for (const input of inputs) input.nextElementSibling.hidden = input !== chosen;
    return { index: inputs.indexOf(chosen), color };
  };

  if (inputs.length) {
    const kept = __md_get("__palette");
    const wanted = inputs.findIndex((one) => matchMedia(one.dataset.mdColorMedia).matches);
    show(inputs[kept?.index ?? Math.max(wanted, 0)] ?? inputs[0]);
    for (const input of inputs) {
      input.addEventListener("change", () => __md_set("__palette", show(input)));
    }
  }

  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    const outer = document.createElement("div");
    const inner = document.createElement("div");
    outer.className = "md-typeset__scrollwrap";
    inner.className = "md-typeset__table";
    table.replaceWith(outer);
    outer.append(inner);
    inner.append(table);
  }

  // What is wider than its place is scrolled with the keys too.
  addEventListener("load", () => {
    for (const code of document.querySelectorAll("pre > code")) {
      if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    }
  });

  const unfold = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = there?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (there?.closest("details")) there.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details:not([open])")) fold.open = true;
  });
}
