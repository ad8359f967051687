// On every page: a way to the page where one asks, and that page itself when it is this one.

const here = new URL("./", import.meta.url);
const mount = document.querySelector("[data-ask]");

if (mount) {
  const { start } = await import("./page.js");
  await start(mount, here);
} else {
  const link = document.createElement("a");
  link.className = "ask-open md-header__button";
  link.href = `${here.href}${question(location.pathname)}`;
  link.title = "Ask what cards make, and what beats what";
  link.setAttribute("aria-label", link.title);
  link.innerHTML = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M12 3C6.5 3 2 6.6 2 11c0"
    + " 2.2 1.1 4.2 3 5.6V21l4.2-2.3c.9.2 1.8.3 2.8.3 5.5 0 10-3.6 10-8s-4.500-8-10-8zm-.9 12.500h1.8"
    + "v-1.800h-1.800zm.9-9.500c-1.700 0-3 1.200-3 2.800h1.800c0-.700.500-1.200 1.200-1.200s1.200.5 1.200"
    + " 1.100c0 1.100-1.900 1.300-1.900 3.500h1.700c0-1.400 2-1.600 2-3.600 0-1.500-1.300-2.600-3-2.600z'"
    + "/></svg><span>Ask</span>";
  const search = document.querySelector(".md-header [for='__search']");
  if (search) search.before(link);
  else (document.querySelector(".md-header__inner") ?? document.body).append(link);
}

/** Ask by the rules that the page is about, where it is about some. */
function question(path) {
  const folder = path.split("/").find((_, place, parts) => parts[place - 1] === "rules") ?? "";
  return /-\d+$/.test(folder) ? `#table=${encodeURIComponent(folder)}` : "";
}
