import { test as base } from '@playwright/test'

/** A test that closes its browser contexts at its end, so that they do not slow down the next test. */
export const test = base.extend<{ closed: undefined }>({
  closed: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
