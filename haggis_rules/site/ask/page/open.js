// On every page: the way to the page where one asks, by the rules that the page is about; and that
// page itself when it is this one.

const here = new URL("./", import.meta.url);
const mount = document.querySelector("[data-ask]");

if (mount) {
  const { start } = await import("./page.js");
  await start(mount, here);
} else {
  const way = document.querySelector(".hg-rail [data-way='cards']");
  if (way) way.href = `${here.href}${question(location.pathname)}`;
}

/** Ask by the rules that the page is about, where it is about some. */
function question(path) {
  const folder = path.split("/").find((_, place, parts) => parts[place - 1] === "rules") ?? "";
  return /-\d+$/.test(folder) ? `#table=${encodeURIComponent(folder)}` : "";
}
