import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import { chromium } from 'playwright'
import { findChromium } from '../../../infra/chromium.mjs'
import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { createPhotos } from '../photos/camera.ts'
import { findPairs } from '../world.ts'
import { fillWithPhotos } from './fill.ts'
import { measurePage, type PageWeight, type Screen } from './measure-page.ts'

const SCREENS: Screen[] = [
  { width: 390, height: 844, deviceScaleFactor: 3 },
  { width: 1280, height: 800, deviceScaleFactor: 1 },
]
const SHIFT_MAX = 0.05

function createMeasurements(label: string, { cold, warm, shift }: PageWeight): Measurement[] {
  const weight = (traffic: string, product: number): Measurement => ({
    label: `${label}, ${traffic}`,
    unit: 'kB',
    product,
  })
  return [
    weight('images, first visit', cold.images),
    weight('total, first visit', cold.total),
    weight('images, reload', warm.images),
    weight('total, reload', warm.total),
    { label: `${label}, layout shift`, unit: '', product: shift, atMost: SHIFT_MAX },
  ]
}

/** Measures the transferred bytes and the layout shift of a full page of search results and of a chat with photos. */
export async function measurePages({ stack, pool, world, options }: BenchContext): Promise<Measurement[]> {
  const { members, callers } = world
  const [pair] = await findPairs(pool, callers)
  if (!pair) throw new Error('There is no pair with a chat.')
  const { from: viewer, chatId } = pair
  const userName = members.find(({ id }) => id === viewer.id)?.userName
  const partner = callers.find(({ id, chatIds }) => id !== viewer.id && chatIds.includes(chatId))
  if (!userName || !partner)
    throw new Error("The viewer's name, or a caller who is the partner in the chat, is missing.")
  const others = callers.filter(({ id }) => id !== viewer.id && id !== partner.id)
  const files = await step('camera photos', () => createPhotos(stack.folder, options))
  const shownMembers = [partner, ...others].slice(0, SEARCH_PAGE_SIZE)
  await step('photos of members and of a chat', () => fillWithPhotos({ pool, stack, files }, shownMembers, chatId))
  const pages = [
    {
      label: `${SEARCH_PAGE_SIZE} search results`,
      path: '/profilelist?type=SINGLE_FEMALE&photo=1&index=0',
      selector: '[data-hit]:has(img)',
    },
    { label: 'chat with photos', path: `/chats?id=${chatId}`, selector: 'article:has(img)' },
  ]
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const measurements: Measurement[] = []
    for (const { label, path, selector } of pages)
      for (const screen of SCREENS.slice(0, options.screens)) {
        const session = { sessionId: viewer.token, userName }
        const name = `${label}, ${screen.width} px`
        const weight = await step(name, () =>
          measurePage(browser, { url: stack.url + path, selector, session, screen }),
        )
        measurements.push(...createMeasurements(name, weight))
      }
    return measurements
  } finally {
    await browser.close()
  }
}
