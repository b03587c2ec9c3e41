import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'

const origin = process.env.E2E_URL ?? ''

type ReusableContext = {
  context: BrowserContext
  options: string
  /** The DevTools session of a blank page that stays open, so that the renderer keeps running. */
  blankPage: CDPSession
  isInUse: boolean
}

/** The contexts of this worker process that a later test may use. */
let contexts: ReusableContext[] = []
let isReuseAllowed = false

/**
 * Allows or forbids the reuse of contexts. Tests with service workers must not reuse one, since it would contain files
 * that another test has cached.
 */
export function allowReuse(isAllowed: boolean): void {
  isReuseAllowed = isAllowed
}

/**
 * Returns a context with these options that no page of this test uses. A reused context halves the processor time of
 * its first page, because its renderer already runs and has cached the files of the client. Tests must not add scripts,
 * routes, WebSocket routes or a clock to it; they can add them to a page, or create a context of their own.
 */
export async function takeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  if (!isReuseAllowed) return browser.newContext(options)
  const key = JSON.stringify(options)
  const free = contexts.find((one) => !one.isInUse && one.options === key)
  if (free) {
    free.isInUse = true
    return free.context
  }
  const context = await browser.newContext(options)
  const blankPage = await context.newCDPSession(await context.newPage())
  const created: ReusableContext = { context, options: key, blankPage, isInUse: true }
  contexts.push(created)
  context.on('close', () => {
    contexts = contexts.filter((one) => one !== created)
  })
  return context
}

/** Closes the pages of a context, and resets its network, permissions and stored data. */
async function reset({ context, blankPage }: ReusableContext): Promise<void> {
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map((page) => page.close()),
  )
  await context.setOffline(false)
  await context.clearPermissions()
  await blankPage.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
  })
}

/** Makes the contexts of this test available to the next one, and closes all others. */
export async function releaseContexts(browser: Browser): Promise<void> {
  const reusable = new Set(contexts.map(({ context }) => context))
  const used = contexts.filter(({ isInUse }) => isInUse)
  await Promise.all([
    ...used.map(reset),
    ...browser
      .contexts()
      .filter((context) => !reusable.has(context))
      .map((context) => context.close()),
  ])
  for (const one of used) one.isInUse = false
}
