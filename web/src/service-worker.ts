import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Served by the gateway itself, or nobody's page: never answered from the cache. */
const NOT_OURS = /^\/(?:api|dev|media|socket\.io|health|ready|metrics)(?:\/|$)/

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

const startPage = createHandlerBoundToURL('/index.html')

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.mode !== 'navigate' || url.origin !== self.location.origin || NOT_OURS.test(url.pathname)) return
  event.respondWith(startPage({ request, url, event, params: [] }))
})
