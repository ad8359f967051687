// Where the answers of several games stand below each other, that of the reader's game comes first.

import { chosen } from "./game.js";

function mineFirst() {
  for (const tag of document.querySelectorAll(".answers [data-variant]")) {
    const mine = tag.dataset.variant === chosen()?.variant;
    tag.classList.toggle("mine", mine);
    if (mine) tag.closest(".answers").prepend(tag.closest(".answer"));
  }
}
mineFirst();
document.addEventListener("haggis:game", mineFirst);
