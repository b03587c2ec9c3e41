import type { Page } from '@playwright/test'

/** Waits until the service worker controls the page, so that the page and all its files are cached. */
export const waitForServiceWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

/**
 * Returns as JSON what is stored on the device and shared by all tabs: localStorage, IndexedDB, and the URLs of cached
 * responses.
 */
export const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const readRows = (db: IDBDatabase, name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = db.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const stored: unknown[] = [{ ...localStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await open(name ?? '')
      for (const store of db.objectStoreNames) stored.push(await readRows(db, store))
      db.close()
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) stored.push(url)
    return JSON.stringify(stored)
  })
