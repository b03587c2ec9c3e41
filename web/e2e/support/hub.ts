import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { type Member, openAs } from './members.ts'

/**
 * Loads a document, and waits until the hub delivers pushes to it. Returns the received frames, to which later ones are
 * added.
 */
async function loadUntilReady(page: Page, load: () => Promise<unknown>): Promise<string[]> {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  // The socket of the previous document may have become ready in the meantime.
  page.once('framenavigated', () => frames.splice(0))
  await load()
  await expect.poll(() => frames.join('')).toContain('"ready"')
  return frames
}

/** Reloads a page, and waits until the hub delivers pushes to it. Returns the frames that the page receives. */
export const reloadUntilReady = (page: Page): Promise<string[]> => loadUntilReady(page, () => page.reload())

/**
 * Opens a path as `openAs` does, and waits until the hub delivers pushes to the page. Needed for what only a push can
 * show, such as a toast: the page does not make up for pushes of the time before.
 */
export async function openUntilReady(
  browser: Browser,
  member: Member,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await openAs(browser, member, 'about:blank', options)
  await loadUntilReady(page, () => page.goto(path))
  return page
}
