// Keeps all files of the site, so that it is there without a network. A site that is written anew has
// another digest: its files take the place of the old ones. The sites of one host share their caches, so
// the name of a cache has the address of its site.

const SITE = `sliding ${registration.scope} `;
const KEPT = `${SITE}{{digest}}`;
const FILES = {{files}};

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.addAll(FILES);
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(SITE) && name !== KEPT);
    await Promise.all(names.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const answer = async () => {
    const cache = await caches.open(KEPT);
    const url = new URL(event.request.url);
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    return (await cache.match(url, { ignoreSearch: true })) ?? fetch(event.request);
  };
  if (event.request.method === "GET") event.respondWith(answer());
});
