import { expect, type Page } from '@playwright/test'

/**
 * Reloads a page, and waits until the hub delivers pushes to it. Returns the received frames, to which later ones are
 * added.
 */
export async function reloadUntilReady(page: Page): Promise<string[]> {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  // The socket of the previous document may have become ready in the meantime.
  page.once('framenavigated', () => frames.splice(0))
  await page.reload()
  await expect.poll(() => frames.join('')).toContain('"ready"')
  return frames
}
