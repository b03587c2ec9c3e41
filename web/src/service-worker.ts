import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & { __WB_MANIFEST: PrecacheEntry[] }

const FILES = self.__WB_MANIFEST
const START = 'index.html'
/** The start page names all other files by content hash, so its own revision identifies the release. */
const RELEASE = `salong-${FILES.find(({ url }) => url === START)?.revision}`

/** Paths that the gateway itself serves and that no page uses: never answered from the cache. */
const NOT_OURS = /^\/(?:api|dev|media|socket\.io|health|ready|metrics)(?:\/|$)/

const release = new PrecacheController({ cacheName: RELEASE })
release.addToCacheList(FILES)

/** The cache that records which release is serving; other releases may have been installed without ever serving. */
const SERVING = 'salong-serving'

async function noteServing(): Promise<string | undefined> {
  const notes = await caches.open(SERVING)
  const before = await (await notes.match(SERVING))?.text()
  await notes.put(SERVING, new Response(RELEASE))
  return before
}

/** Removes old caches except that of the previous serving release: its open pages may still request parts. */
async function removeOldReleases(): Promise<void> {
  const keptCacheNames = new Set([RELEASE, SERVING, await noteServing()])
  const others = (await caches.keys()).filter((name) => !keptCacheNames.has(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

self.addEventListener('install', (event) => void release.install(event))

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([release.activate(event), removeOldReleases(), self.clients.claim()])),
)

// Open pages keep the release that they started with until one of them requests the newer one.
self.addEventListener('message', ({ data }) => data === 'takeOver' && void self.skipWaiting())

/** Answers with the file of this release, else of the previous release, else from the server. */
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
