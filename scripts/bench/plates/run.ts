import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import { chromium } from 'playwright'
import { findChromium } from '../../infra/chromium.mjs'
import { step } from '../../stack/say.mjs'
import type { Figure } from '../figures.ts'
import { takePhotos } from '../photos/camera.ts'
import type { Bench } from '../run.ts'
import { pairUp } from '../world.ts'
import { fillWithPhotos } from './fill.ts'
import { type Look, lookAt, type Screen } from './look.ts'

const SCREENS: Screen[] = [
  { width: 390, height: 844, deviceScaleFactor: 3 },
  { width: 1280, height: 800, deviceScaleFactor: 1 },
]
const SHIFT_MOST = 0.05

function figuresOf(what: string, { cold, warm, shift }: Look): Figure[] {
  const weight = (part: string, ours: number): Figure => ({ what: `${what}, ${part}`, unit: 'kB', ours })
  return [
    weight('pictures, first time', cold.images),
    weight('everything, first time', cold.all),
    weight('pictures, again', warm.images),
    weight('everything, again', warm.all),
    { what: `${what}, layout shift`, unit: '', ours: shift, atMost: SHIFT_MOST },
  ]
}

/** What a full page of hits and a chat with photos weigh, and how much moves while they come. */
export async function weighPlates({ stack, pool, world: { everybody, callers }, options }: Bench): Promise<Figure[]> {
  const [pair] = await pairUp(pool, callers)
  if (!pair) throw new Error('Nobody chats.')
  const { from: viewer, chatId } = pair
  const userName = everybody.find(({ id }) => id === viewer.id)?.userName
  const partner = callers.find(({ id, chatIds }) => id !== viewer.id && chatIds.includes(chatId))
  if (!userName || !partner) throw new Error('Nobody chats.')
  const others = callers.filter(({ id }) => id !== viewer.id && id !== partner.id)
  const files = await step('photos as a camera takes them', () => takePhotos(stack.folder, options.shots))
  const shown = [partner, ...others].slice(0, SEARCH_PAGE_SIZE)
  await step('photos of members and in a chat', () => fillWithPhotos({ pool, stack, files }, shown, chatId))
  const pages = [
    {
      what: `${SEARCH_PAGE_SIZE} plates`,
      path: '/profilelist?type=SINGLE_FEMALE&photo=1&index=0',
      things: '[data-hit]:has(img)',
    },
    { what: 'chat with photos', path: `/chats?id=${chatId}`, things: 'article:has(img)' },
  ]
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const figures: Figure[] = []
    for (const { what, path, things } of pages)
      for (const screen of SCREENS.slice(0, options.screens)) {
        const session = { sessionId: viewer.token, userName }
        const name = `${what}, ${screen.width} px`
        const look = await step(name, () => lookAt(browser, { url: stack.url + path, things, session, screen }))
        figures.push(...figuresOf(name, look))
      }
    return figures
  } finally {
    await browser.close()
  }
}
