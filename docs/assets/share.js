// The address of a clause, to be sent to others. It is the contents of a game with the name of the
// clause, and has neither the chapter nor its number in it, so that it stays when chapters move.

/** Return the lasting address of a clause of the page that is open. */
function lasting(name) {
  const address = new URL(location.href);
  address.pathname = address.pathname.replace(/\/\d+-[^/]*\/$/, "/");
  address.search = "";
  address.hash = encodeURIComponent(name);
  return address.href;
}

/** Go on from the contents to where a clause stands. */
function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  const there = name ? document.getElementById(name) : null;
  if (there?.matches("a[href]") && there.hash.slice(1) === name && there.pathname !== location.pathname) {
    location.replace(there.href);
  }
}

/** Hand an address to the telephone's own dialog, or else put it where one can paste it from. */
async function share(button, title, url) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title, url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    say(button, "Link copied");
  } catch {
    location.hash = new URL(url).hash; // then it is in the bar of addresses, to be copied there
    say(button, "Copy the address above");
  }
  setTimeout(() => say(button, "Share", title), 2500);
}

function say(button, words, about = "") {
  button.textContent = words;
  button.setAttribute("aria-label", `${words} ${about}`.trim());
}

for (const heading of document.querySelectorAll(".answer.clause .says > :is(h2, h3, h4)[id]")) {
  const title = heading.textContent.replace("¶", "").trim();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "share";
  button.setAttribute("aria-live", "polite");
  say(button, "Share", title);
  button.addEventListener("click", () => share(button, title, lasting(heading.id)));
  heading.after(button);
}

follow();
addEventListener("hashchange", follow);
