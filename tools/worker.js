// The site without a network, after one visit. `tools/offline.py` writes FILES and FIRST into this
// text and puts it at the root of the built site.
//
// A file is kept under its path and the hash of what is in it. So a new edition of the site brings
// only what has changed, and what is kept is never out of date with the rest.

"use strict";

const FILES = {}; // the hash of each file, by its path
const FIRST = []; // the files that every page needs: kept before anything else
const SHELF = "haggis-rules";
const ROOT = new URL("./", self.location.href);

let filling = null;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELF).then((shelf) => Promise.all(FIRST.map((path) => bring(shelf, path)))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), clear()]));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname);
  if (event.request.method !== "GET" || !ours) return;
  const path = decodeURIComponent(url.pathname.slice(ROOT.pathname.length));
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (Object.hasOwn(FILES, file)) {
    event.respondWith(give(file));
  } else if (Object.hasOwn(FILES, `${path}/index.html`)) {
    event.respondWith(Promise.resolve(Response.redirect(`${url.origin}${url.pathname}/${url.search}`, 302)));
  } else if (event.request.mode === "navigate" && Object.hasOwn(FILES, "404.html")) {
    event.respondWith(fetch(event.request).catch(() => give("404.html")));
  }
});

// A page says when it has nothing else to do, and hears how far this has come.
self.addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  filling ??= fill(event.source).finally(() => {
    filling = null;
  });
  event.waitUntil(filling);
});

// One file after the other, so that the reader's own calls are never behind many of ours.
async function fill(page) {
  const shelf = await caches.open(SHELF);
  const paths = Object.keys(FILES);
  const kept = new Set((await shelf.keys()).map((request) => request.url));
  let count = 0;
  for (const path of paths) {
    if (!kept.has(key(path))) {
      try {
        const answer = await bring(shelf, path);
        if (!answer.ok) return;
      } catch {
        return; // there is no network now: the next page goes on from here
      }
    }
    count += 1;
    if (count % 20 === 0 || count === paths.length) page?.postMessage({ kept: count, of: paths.length });
  }
}

async function give(path) {
  const shelf = await caches.open(SHELF);
  return (await shelf.match(key(path))) ?? bring(shelf, path);
}

// A folder is asked for by its own address: some hosts send `index.html` elsewhere, and an answer
// from elsewhere may not stand for a page.
async function bring(shelf, path) {
  const answer = await fetch(new URL(path.replace(/(^|\/)index\.html$/, "$1"), ROOT), { cache: "reload" });
  if (answer.ok) await shelf.put(key(path), answer.clone());
  return answer;
}

function key(path) {
  return new URL(`${path}?${FILES[path]}`, ROOT).href;
}

async function clear() {
  const shelf = await caches.open(SHELF);
  const wanted = new Set(Object.keys(FILES).map(key));
  const old = (await shelf.keys()).filter((request) => !wanted.has(request.url));
  await Promise.all(old.map((request) => shelf.delete(request)));
}
