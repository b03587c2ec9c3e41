import { test as base } from '@playwright/test'
import { allowReuse, releaseContexts } from './contexts.ts'

/** A test that resets or closes its browser contexts at its end, so that they do not slow down the next test. */
export const test = base.extend<{ contextCleanup: undefined }>({
  contextCleanup: [
    async ({ browser, serviceWorkers }, use) => {
      allowReuse(serviceWorkers === 'block')
      await use(undefined)
      await releaseContexts(browser)
    },
    { auto: true },
  ],
})
