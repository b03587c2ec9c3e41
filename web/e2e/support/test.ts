import { test as base } from '@playwright/test'

/** A test that closes its browser contexts at the end, so that they do not slow down the next test. */
export const test = base.extend<{ contextCleanup: undefined }>({
  contextCleanup: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
