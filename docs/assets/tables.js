// Tables on a telephone: where one would have to be moved sideways to be read, each of its rows is
// shown as a list, every cell with the heading of its column before it.

const narrow = matchMedia("(max-width: 44.984375em)");

function fit() {
  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    const around = table.closest(".md-typeset__scrollwrap") ?? table.parentElement;
    if (narrow.matches && around.scrollWidth > around.clientWidth + 1) stack(table);
  }
}

/** Name each cell after its column. The roles are said again, for the look of a list hides them. */
function stack(table) {
  const heads = [...table.querySelectorAll("thead th")].map((one) => one.textContent.trim());
  table.dataset.stacked = "";
  table.setAttribute("role", "table");
  for (const part of table.querySelectorAll("thead, tbody")) part.setAttribute("role", "rowgroup");
  for (const head of table.querySelectorAll("th")) head.setAttribute("role", "columnheader");
  for (const row of table.querySelectorAll("tr")) {
    row.setAttribute("role", "row");
    for (const [place, cell] of [...row.querySelectorAll("td")].entries()) {
      cell.setAttribute("role", "cell");
      cell.dataset.head = heads[place] ?? "";
    }
  }
}

addEventListener("load", fit);
narrow.addEventListener("change", fit);
// What is folded has no width before it is opened.
document.addEventListener("toggle", fit, { capture: true });
