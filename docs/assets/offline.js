// Keeps the whole site for use without a network: see tools/worker.js. It waits until the page has
// nothing else to do, and leaves it where the reader asked for little traffic.
if ("serviceWorker" in navigator && window.isSecureContext) {
  const worker = new URL("../worker.js", import.meta.url);
  const root = document.documentElement;
  navigator.serviceWorker.addEventListener("message", (event) => {
    root.dataset.kept = event.data.kept === event.data.of ? "all" : `${event.data.kept} of ${event.data.of}`;
  });
  const keep = async () => {
    try {
      await navigator.serviceWorker.register(worker);
      const ready = await navigator.serviceWorker.ready;
      if (!navigator.connection?.saveData) ready.active.postMessage("keep");
    } catch {
      // This copy of the site has no worker, as while its pages are being written.
    }
  };
  const calm = window.requestIdleCallback ?? ((call) => setTimeout(call, 2000));
  if (document.readyState === "complete") calm(keep);
  else addEventListener("load", () => calm(keep));
}
