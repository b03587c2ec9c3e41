import { expect, type Page } from '@playwright/test'

/**
 * Runs an action, and waits until the server has saved its change. The page may show the change earlier, and leaving the
 * page would abort the request.
 */
export async function expectSaved(page: Page, path: RegExp, action: () => Promise<unknown>): Promise<void> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (received) => received.request().method() === 'POST' && path.test(new URL(received.url()).pathname),
    ),
    action(),
  ])
  expect(response.ok()).toBe(true)
}
