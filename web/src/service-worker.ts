import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & { __WB_MANIFEST: PrecacheEntry[] }

const FILES = self.__WB_MANIFEST
const START = 'index.html'
/** The start page names all other files by their contents, so its own contents are the name of the release. */
const RELEASE = `salong-${FILES.find(({ url }) => url === START)?.revision}`

/** Served by the gateway itself, or nobody's page: never answered from the cache. */
const NOT_OURS = /^\/(?:api|dev|media|socket\.io|health|ready|metrics)(?:\/|$)/

const release = new PrecacheController({ cacheName: RELEASE })
release.addToCacheList(FILES)

/** Where it is noted which release serves: others may have come and gone that never did. */
const SERVING = 'salong-serving'

async function noteServing(): Promise<string | undefined> {
  const notes = await caches.open(SERVING)
  const before = await (await notes.match(SERVING))?.text()
  await notes.put(SERVING, new Response(RELEASE))
  return before
}

/** Pages of the release that served before this one may still be open, and ask for parts that they have not needed yet. */
async function removeOldReleases(): Promise<void> {
  const keptCacheNames = new Set([RELEASE, SERVING, await noteServing()])
  const others = (await caches.keys()).filter((name) => !keptCacheNames.has(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

self.addEventListener('install', (event) => void release.install(event))

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([release.activate(event), removeOldReleases(), self.clients.claim()])),
)

// Until a page asks for it, open pages stay with the release that they have come with.
self.addEventListener('message', ({ data }) => data === 'takeOver' && void self.skipWaiting())

/** A file of this release, else one of the release before, else what the server has. */
const answer = async (request: Request, file: string): Promise<Response> =>
  (await release.matchPrecache(file)) ?? (await caches.match(request)) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || NOT_OURS.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answer(request, START))
  else if (pathname.startsWith('/assets/') || release.getCacheKeyForURL(pathname)) {
    event.respondWith(answer(request, pathname))
  }
})
