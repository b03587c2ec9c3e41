import type { Session } from '@app/contract/members/members'
import type { Browser, CDPSession, Page } from 'playwright'
import { median } from '../common/median.ts'
import { printTable } from '../common/print-table.ts'

/**
 * The smoothness of a transition: the longest frame in milliseconds, 0 if none took 50 ms; the CPU time of the main
 * thread's longest task, which other programs do not affect; and all layout shifts, including those after input.
 */
export type Smoothness = { longestFrame: number; longestTask: number; layoutShift: number }
export type TransitionVitals = { name: string } & Smoothness

type Options = { url: string; session: Session; rounds: number }
type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args: { name?: string } }
type Step = { name: string; open?: string; run: (page: Page) => Promise<unknown> }

const PROCESSOR_SLOWDOWN = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** The time after which a transition has ended, including the responses to its requests. */
const TRANSITION_MS = 1_500
const FRAME_MAX = 50

const OBSERVE = `
  globalThis.smoothness = { longestFrame: 0, layoutShift: 0 }
  const observe = (type, onEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type })
  observe('long-animation-frame', ({ duration }) => {
    smoothness.longestFrame = Math.max(smoothness.longestFrame, duration)
  })
  observe('layout-shift', ({ value }) => { smoothness.layoutShift += value })`

const goBack = (page: Page) => page.goBack()

const STEPS: Step[] = [
  {
    name: 'chat list to chat',
    open: '/chats',
    run: (page) => page.locator('main a[href^="/chats?id="]').first().tap(),
  },
  { name: 'chat back to list', run: goBack },
  {
    name: 'search hit to profile',
    open: '/profilelist?type=MIXED_COUPLE&index=0',
    run: (page) => page.locator('[data-hit] a').nth(1).tap(),
  },
  { name: 'profile to its photos', run: (page) => page.getByRole('tab').nth(1).tap() },
  { name: 'photos back to profile', run: (page) => page.getByRole('tab').first().tap() },
  { name: 'profile back to hits', run: goBack },
]

/** Returns the CPU time of the longest task of a thread that renders a page, in milliseconds. */
function findLongestTask(events: TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const isMainThread = ({ name, args }: TraceEvent): boolean => name === 'thread_name' && args.name === 'CrRendererMain'
  const threads = new Set(events.filter(isMainThread).map(threadOf))
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && threads.has(threadOf(event)))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

async function trace(devTools: CDPSession, run: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  const onEvents = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  devTools.on('Tracing.dataCollected', onEvents)
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await run()
  const completed = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve))
  await devTools.send('Tracing.end')
  await completed
  devTools.off('Tracing.dataCollected', onEvents)
  return events
}

async function measureStep(page: Page, devTools: CDPSession, { run }: Step): Promise<Smoothness> {
  await page.evaluate('Object.assign(smoothness, { longestFrame: 0, layoutShift: 0 })')
  const events = await trace(devTools, async () => {
    await run(page)
    await page.waitForTimeout(TRANSITION_MS)
  })
  const observed = await page.evaluate<Omit<Smoothness, 'longestTask'>>('smoothness')
  return { ...observed, longestTask: findLongestTask(events) }
}

async function open(page: Page, devTools: CDPSession, url: string): Promise<void> {
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(url)
  await page.waitForTimeout(TRANSITION_MS)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
}

/**
 * Measures transitions between pages in one tab of an emulated phone with a slow CPU and a fast network. An additional
 * first round, which is not measured, loads the code and the photos.
 */
export async function measureTransitions(
  browser: Browser,
  { url, session, rounds }: Options,
): Promise<TransitionVitals[]> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const stored = JSON.stringify(JSON.stringify(session))
  await context.addInitScript({ content: `localStorage.setItem('salong.session', ${stored})` })
  await context.addInitScript({ content: OBSERVE })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const samples = STEPS.map((): Smoothness[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, step] of STEPS.entries()) {
      if (step.open) await open(page, devTools, url + step.open)
      const sample = await measureStep(page, devTools, step)
      if (round > 0) samples[index]?.push(sample)
    }
  await context.close()
  return STEPS.map(({ name }, index) => {
    const medianOf = (key: keyof Smoothness) => median((samples[index] ?? []).map((sample) => sample[key]))
    return {
      name,
      longestFrame: medianOf('longestFrame'),
      longestTask: medianOf('longestTask'),
      layoutShift: medianOf('layoutShift'),
    }
  })
}

/** Prints the transitions, with '!' at each missed target. Returns whether all targets are met. */
export function printTransitions(transitions: TransitionVitals[]): boolean {
  const formatTime = (milliseconds: number) => `${Math.round(milliseconds)} ms${milliseconds > FRAME_MAX ? ' !' : '  '}`
  const rows = transitions.map(({ name, longestFrame, longestTask, layoutShift }) => [
    name,
    longestFrame === 0 ? '< 50 ms  ' : formatTime(longestFrame),
    formatTime(longestTask),
    `${layoutShift.toFixed(3)}${layoutShift >= 0.0005 ? ' !' : '  '}`,
  ])
  printTable([['', 'longest frame', 'longest task', 'shift'], ...rows])
  return rows.flat().every((cell) => !cell.endsWith('!'))
}
