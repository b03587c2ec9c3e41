import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type pg from 'pg'
import { chromium } from 'playwright'
import { findChromium } from '../../infra/chromium.mjs'
import type { ProofMember } from '../../proving/members.ts'
import type { OwnStack } from '../../proving/own-stack.ts'
import type { Figure } from '../figures.ts'
import type { Caller } from '../world.ts'
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
export async function weighPlates(
  pool: pg.Pool,
  stack: OwnStack,
  members: ProofMember[],
  callers: Caller[],
): Promise<Figure[]> {
  const viewer = callers.find(({ chatIds }) => chatIds.length > 0)
  const userName = members.find(({ id }) => id === viewer?.id)?.userName
  const chatId = viewer?.chatIds[0]
  const partner = callers.find(({ id, chatIds }) => id !== viewer?.id && chatIds.includes(chatId ?? ''))
  if (!viewer || !userName || !chatId || !partner) throw new Error('nobody chats')
  const others = callers.filter(({ id }) => id !== viewer.id && id !== partner.id)
  await fillWithPhotos(pool, stack, [partner, ...others].slice(0, SEARCH_PAGE_SIZE), chatId)
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
      for (const screen of SCREENS) {
        const session = { sessionId: viewer.token, userName }
        const look = await lookAt(browser, { url: stack.url + path, things, session, screen })
        figures.push(...figuresOf(`${what}, ${screen.width} px`, look))
      }
    return figures
  } finally {
    await browser.close()
  }
}
