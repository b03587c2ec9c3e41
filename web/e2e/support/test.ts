import { test as base } from '@playwright/test'

/** A test of ours: what browsers it has opened are closed behind it, so that the next one has the machine to itself. */
export const test = base.extend<{ closed: undefined }>({
  closed: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
