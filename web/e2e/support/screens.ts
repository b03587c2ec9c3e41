import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColors } from './accessibility.ts'
import { DESKTOP, type Member, PHONE } from './members.ts'
import { test } from './test.ts'

/** The folder for screenshots of every screen, for visual review. */
const screenshotDir = process.env.SCREENSHOTS

/** The device and the language in which screens are checked. */
export type Appearance = { device: 'phone' | 'desktop'; language: 'SWEDISH' | 'ENGLISH' }

export const SIZES = { phone: PHONE, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const

const ALL_APPEARANCES = (['phone', 'desktop'] as const).flatMap((device) =>
  (['SWEDISH', 'ENGLISH'] as const).map((language): Appearance => ({ device, language })),
)

/** Reads the appearances to check. One by default, since a check covers both themes and the layout at the other size. */
function readAppearances(): Appearance[] {
  const selected = process.env.SCREENS ?? (screenshotDir ? 'all' : 'phone-swedish')
  if (selected === 'all') return ALL_APPEARANCES
  return selected.split(',').map((name) => {
    const appearance = ALL_APPEARANCES.find(({ device, language }) => name === `${device}-${language.toLowerCase()}`)
    if (!appearance)
      throw new Error(`SCREENS is all, or appearances such as phone-swedish,desktop-english; not ${selected}.`)
    return appearance
  })
}

/** Checks the visible screen in the light theme, its colors also in the dark one, and its layout at both sizes. */
export async function checkScreen(page: Page, name: string, { device, language }: Appearance): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    if (screenshotDir) {
      await mkdir(screenshotDir, { recursive: true })
      const file = `${name}-${device}-${theme}-${language.slice(0, 2).toLowerCase()}.png`
      await page.screenshot({ path: join(screenshotDir, file), animations: 'disabled' })
    }
    if (theme === 'dark') await expectAccessibleColors(page, `${name}, dark`)
    else await expectAccessible(page, name, SIZES[device === 'phone' ? 'desktop' : 'phone'].viewport)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Sets the language of all pages in the context, and logs the member in to them. */
export async function applyAppearance(
  context: BrowserContext,
  { language }: Appearance,
  member?: Member,
): Promise<void> {
  const session = member && JSON.stringify({ ...member, email: undefined, password: undefined })
  await context.addInitScript(
    ([session, language]) => {
      if (session) localStorage.setItem('salong.session', session)
      localStorage.setItem('salong.language', language ?? '')
    },
    [session, language] as const,
  )
}

/** Adds tests for each selected appearance. `text` selects the text in its language. */
export function describeAppearances(
  addTests: (appearance: Appearance, text: (sv: string, en: string) => string) => void,
): void {
  for (const appearance of readAppearances()) {
    const { device, language } = appearance
    const isSwedish = language === 'SWEDISH'
    test.describe(`on a ${device} in ${isSwedish ? 'Swedish' : 'English'}, in both themes`, () => {
      test.use({ ...SIZES[device], colorScheme: 'light' })
      addTests(appearance, (sv, en) => (isSwedish ? sv : en))
    })
  }
}
