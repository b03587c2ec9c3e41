import type { Session } from '@app/contract/members/members'
import { createPhotoStore } from '@app/server/photos/photo-store'
import { createLog } from '@app/server/process/log'
import { parseStoreAddress } from '@app/server/process/photo-store-address'
import { type Browser, chromium } from 'playwright'
import { fillDemo } from '../../demo/fill.ts'
import { DEMO_LOGINS } from '../../demo/logins.ts'
import { findChromium } from '../../infra/chromium.mjs'
import { step } from '../../stack/progress.mjs'
import { startIsolatedStack } from '../common/isolated-stack.ts'
import { median } from '../common/median.ts'
import { selectItems } from '../common/select.ts'
import { measurePage, type Vitals } from './measure-page.ts'
import { type MeasuredPage, PAGES } from './pages.ts'
import { measureTransitions, type TransitionVitals } from './transitions.ts'

export type PageVitals = { page: MeasuredPage; first: Vitals; second: Vitals }

type Options = { rounds: number; url?: string | undefined; only?: string | undefined }

async function startWithDemo(): Promise<string> {
  const stack = await startIsolatedStack({ web: true })
  const address = parseStoreAddress(stack.env.PHOTO_STORE ?? '')
  if (!address) throw new Error('The stack has no photo store.')
  const store = createPhotoStore(address, createLog({ level: 'warn', service: 'vitals' }))
  await fillDemo({ databaseUrl: stack.databaseUrl, store, sessionSecret: stack.env.SESSION_SECRET ?? '' })
  return stack.url
}

async function logIn(url: string): Promise<Session> {
  const [login] = DEMO_LOGINS
  const response = await fetch(`${url}/api/v2/members/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: login?.email, password: login?.password }),
  })
  if (response.status !== 200) throw new Error(`The demo member could not log in: ${response.status}`)
  return (await response.json()) as Session
}

const medians = (rounds: Vitals[]): Vitals =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((key) => [key, median(rounds.map((vitals) => vitals[key as keyof Vitals]))]),
  ) as Vitals

async function measureRounds(
  browser: Browser,
  url: string,
  page: MeasuredPage,
  { session, rounds }: { session: Session; rounds: number },
): Promise<PageVitals> {
  const visits: { first: Vitals; second: Vitals }[] = []
  for (let round = 0; round < rounds; round++) visits.push(await measurePage(browser, url, page, session))
  return { page, first: medians(visits.map(({ first }) => first)), second: medians(visits.map(({ second }) => second)) }
}

/** The value of `only` that selects the transitions between pages and skips the pages themselves. */
const ONLY_TRANSITIONS = 'transitions'

/** Returns the pages that `only` selects, all by default. Throws if it is neither a page nor the transitions. */
export function selectPages(only: string | undefined): MeasuredPage[] {
  if (only === ONLY_TRANSITIONS) return []
  return only ? selectItems('only', only, PAGES, ({ path }) => path === only) : PAGES
}

/** Measures the vitals of each page, one after another, and then of the transitions between pages. */
export async function runVitals({ rounds, url: given, only }: Options): Promise<{
  pages: PageVitals[]
  transitions: TransitionVitals[]
}> {
  const selectedPages = selectPages(only)
  const url = given ?? (await step('Starting the product with demo members', startWithDemo))
  const session = await logIn(url)
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const pages: PageVitals[] = []
    for (const page of selectedPages)
      pages.push(await step(page.path, () => measureRounds(browser, url, page, { session, rounds })))
    const measuresTransitions = !only || only === ONLY_TRANSITIONS
    const transitions = measuresTransitions
      ? await step('Transitions', () => measureTransitions(browser, { url, session, rounds }))
      : []
    return { pages, transitions }
  } finally {
    await browser.close()
  }
}
