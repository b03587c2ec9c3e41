import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { DEVICE_CACHE } from './lib/device/service-worker-records.ts'
import { openFromNotification, showPush } from './service-worker-notifications.ts'

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & { __WB_MANIFEST: PrecacheEntry[] }

const FILES = self.__WB_MANIFEST
const START_PAGE = 'index.html'
/** The HTML document names all other files by content hash, so its own revision identifies the release. */
const RELEASE = `salong-${FILES.find(({ url }) => url === START_PAGE)?.revision}`

/** Matches the paths that the servers handle, which the service worker therefore ignores. */
const SERVER_PATHS = /^\/(?:api|dev|media|socket\.io|health|ready|metrics)(?:\/|$)/

const release = new PrecacheController({ cacheName: RELEASE })
release.addToCacheList(FILES)

/** The cache that records which release is serving; other releases may have been installed without ever serving. */
const SERVING = 'salong-serving'

/** Records this release as the serving one. Returns the cache name of the release before it. */
async function recordServingRelease(): Promise<string | undefined> {
  const records = await caches.open(SERVING)
  const previous = await (await records.match(SERVING))?.text()
  await records.put(SERVING, new Response(RELEASE))
  return previous
}

/** Removes the caches of old releases, except the last one that served: its open pages may still request chunks. */
async function removeOldReleases(): Promise<void> {
  const retainedNames = new Set([RELEASE, SERVING, DEVICE_CACHE, await recordServingRelease()])
  const others = (await caches.keys()).filter((name) => !retainedNames.has(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

self.addEventListener('install', (event) => void release.install(event))

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([release.activate(event), removeOldReleases(), self.clients.claim()])),
)

// Open pages keep the release that they started with until one of them requests the newer one.
self.addEventListener('message', ({ data }) => data === 'takeOver' && void self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openFromNotification(self, event.notification)))

/** Responds with the file of this release, else with that of the previous release, else from the server. */
const respond = async (request: Request, file: string): Promise<Response> =>
  (await release.matchPrecache(file)) ?? (await caches.match(request)) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || SERVER_PATHS.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(respond(request, START_PAGE))
  else if (pathname.startsWith('/assets/') || release.getCacheKeyForURL(pathname)) {
    event.respondWith(respond(request, pathname))
  }
})
