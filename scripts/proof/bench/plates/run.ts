import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import { chromium } from 'playwright'
import { findChromium } from '../../../infra/chromium.mjs'
import { step } from '../../../stack/progress.mjs'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { createPhotos } from '../photos/camera.ts'
import { findPairs } from '../world.ts'
import { fillWithPhotos } from './fill.ts'
import { measurePage, type PageWeight, type Screen } from './measure-page.ts'

const SCREENS: Screen[] = [
  { width: 390, height: 844, deviceScaleFactor: 3 },
  { width: 1280, height: 800, deviceScaleFactor: 1 },
]
const SHIFT_MOST = 0.05

function createFigures(what: string, { cold, warm, shift }: PageWeight): Figure[] {
  const weight = (part: string, ours: number): Figure => ({ what: `${what}, ${part}`, unit: 'kB', ours })
  return [
    weight('pictures, first time', cold.images),
    weight('everything, first time', cold.all),
    weight('pictures, again', warm.images),
    weight('everything, again', warm.all),
    { what: `${what}, layout shift`, unit: '', ours: shift, atMost: SHIFT_MOST },
  ]
}

/** Measures the size of a full page of search results and of a chat with photos, and their layout shift. */
export async function weighPlates({ stack, pool, world: { everybody, callers }, options }: Bench): Promise<Figure[]> {
  const [pair] = await findPairs(pool, callers)
  if (!pair) throw new Error('There is no pair with a chat.')
  const { from: viewer, chatId } = pair
  const userName = everybody.find(({ id }) => id === viewer.id)?.userName
  const partner = callers.find(({ id, chatIds }) => id !== viewer.id && chatIds.includes(chatId))
  if (!userName || !partner) throw new Error('There is no pair with a chat.')
  const others = callers.filter(({ id }) => id !== viewer.id && id !== partner.id)
  const files = await step('camera photos', () => createPhotos(stack.folder, options))
  const shown = [partner, ...others].slice(0, SEARCH_PAGE_SIZE)
  await step('photos of members and of a chat', () => fillWithPhotos({ pool, stack, files }, shown, chatId))
  const pages = [
    {
      what: `${SEARCH_PAGE_SIZE} plates`,
      path: '/profilelist?type=SINGLE_FEMALE&photo=1&index=0',
      selector: '[data-hit]:has(img)',
    },
    { what: 'chat with photos', path: `/chats?id=${chatId}`, selector: 'article:has(img)' },
  ]
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const figures: Figure[] = []
    for (const { what, path, selector } of pages)
      for (const screen of SCREENS.slice(0, options.screens)) {
        const session = { sessionId: viewer.token, userName }
        const name = `${what}, ${screen.width} px`
        const weight = await step(name, () =>
          measurePage(browser, { url: stack.url + path, selector, session, screen }),
        )
        figures.push(...createFigures(name, weight))
      }
    return figures
  } finally {
    await browser.close()
  }
}
