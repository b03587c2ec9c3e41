import type { MovieEntry } from '@app/contract/movie'
import { expect, type Locator, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { anEntryBy, showOnlyEntriesBy } from './support/movie.ts'
import { aPicture } from './support/pictures.ts'
import { test } from './support/test.ts'

const card = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption })
const heart = (page: Page, caption: string) => card(page, caption).getByRole('button', { name: /^Gilla foto/ })
const readLikes = async (member: Member, id: string) =>
  (await as(member).get<MovieEntry[]>('/movie')).find((entry) => entry.id === id)?.likes

/** Reads a displayed picture scaled down to 24 by 24 pixels. */
const readPixels = (image: Locator): Promise<number[]> =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const side = 24
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(element, 0, 0, side, side)
    return [...(context?.getImageData(0, 0, side, side).data ?? [])]
  })

const meanDifference = (a: number[], b: number[]): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a photo is published with its chosen crop, liked and deleted (${device})`, {
    tag: '@movie.flow',
  }, async ({ browser }) => {
    const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
    const caption = freshName('Kväll')
    const page = await openAs(browser, ann, '/movie', options)
    const earlierCaption = freshName('Tidigare')
    await anEntryBy(page, bo, earlierCaption)
    const boPage = await openAs(browser, bo, '/movie', options)
    await expect(card(boPage, earlierCaption)).toBeVisible()
    let previewPixels: number[] = []

    await test.step('the author chooses, moves and zooms a photo, and writes a caption', async () => {
      await page.locator('input[type=file]').setInputFiles(await aPicture(page, { hue: 200 }))
      const dialog = page.getByRole('dialog', { name: 'Lägg upp foto' })
      await expect(dialog.getByText(/sparas som JPEG/)).toBeVisible()
      await dialog.getByRole('slider', { name: 'Zoom' }).fill('60')
      const frame = dialog.getByRole('group', { name: /^Utsnitt/ })
      for (let n = 0; n < 20; n += 1) await frame.press('ArrowRight')
      await dialog.getByLabel('Text', { exact: true }).fill(caption)
      await dialog.getByLabel(/^Beskriv fotot/).fill('Sol över vatten')
      await dialog.getByRole('button', { name: 'Förhandsgranska' }).click()
      const preview = dialog.getByRole('img', { name: 'Fotot som det skickas' })
      await expect(preview).toBeVisible()
      previewPixels = await readPixels(preview)
      await dialog.getByRole('button', { name: 'Lägg upp' }).click()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the photo is visible immediately, and has the chosen crop once the server has processed it', async () => {
      await expect(card(page, caption)).toBeVisible()
      const image = card(page, caption).getByRole('img', { name: 'Sol över vatten' })
      await expect(image).toHaveAttribute('src', /^\/media\//)
      // A reload of the feed signs the URL again, which interrupts the decoding.
      await expect(async () => {
        expect(meanDifference(await readPixels(image), previewPixels)).toBeLessThan(6)
      }).toPass({ timeout: 20_000 })
    })

    await test.step('other members see a notice of the new entry, and load it', async () => {
      await boPage.getByRole('button', { name: /\bny(a)?$/ }).click()
      await expect(card(boPage, caption)).toBeVisible()
      await expect(heart(page, caption)).toHaveCount(0)
    })

    await test.step('the author sees a like', async () => {
      await heart(boPage, caption).click()
      await expect(heart(boPage, caption)).toHaveAttribute('aria-pressed', 'true')
      await expect(card(page, caption).getByText('1 gillar')).toBeAttached()
    })

    await test.step('the photo is deleted for all members after a confirmation', async () => {
      await card(page, caption)
        .getByRole('button', { name: /^Ta bort foto/ })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort fotot' }).click()
      await expect(card(page, caption)).toHaveCount(0)
      await expect(card(boPage, caption)).toHaveCount(0)
    })
  })
}

test('fifty-one quick clicks on Like leave the photo liked', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const page = await openAs(browser, bo, '/movie')
  const caption = freshName('Frost')
  const { id } = await anEntryBy(page, ann, caption)
  await page.reload()
  await heart(page, caption).evaluate((button: HTMLButtonElement) => {
    for (let n = 0; n < 51; n += 1) button.click()
  })
  await expect(heart(page, caption)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => readLikes(ann, id)).toBe(1)
  await page.reload()
  await expect(heart(page, caption)).toHaveAttribute('aria-pressed', 'true')
})

test('Back from a profile restores the scroll position of the feed, without layout shifts', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const page = await openAs(browser, bo, '/movie', PHONE)
  await showOnlyEntriesBy(page, ann)
  const caption = freshName('Långt ned')
  await anEntryBy(page, ann, caption)
  for (let n = 0; n < 4; n += 1) await anEntryBy(page, ann, freshName('Ovanför'), 60 * n)
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shift += entry.value
      document.documentElement.dataset.shift = String(shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(page.locator('[data-entry]')).toHaveCount(5)
  await card(page, caption).scrollIntoViewIfNeeded()
  const readScrollTop = () => page.locator('[data-scroller]').evaluate(({ scrollTop }) => scrollTop)
  const scrollTop = await readScrollTop()
  expect(scrollTop).toBeGreaterThan(500)
  await card(page, caption).getByRole('link', { name: ann.userName }).click()
  await expect(page).toHaveURL(/\/profile/)
  await page.goBack()
  await expect(card(page, caption)).toBeInViewport()
  await expect.poll(async () => Math.abs((await readScrollTop()) - scrollTop)).toBeLessThan(2)
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.05)
  await page.unrouteAll({ behavior: 'wait' })
})

test('in discreet mode the first tap reveals a photo in the feed, the second opens it blurred', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, bo, '/movie', PHONE)
  await page.evaluate(() => localStorage.setItem('salong.discreet', 'on'))
  await showOnlyEntriesBy(page, ann)
  const caption = freshName('Diskret')
  await anEntryBy(page, ann, caption)
  await page.reload()
  const readFilter = (image: Locator) => image.evaluate((element) => getComputedStyle(element).filter)
  const photo = card(page, caption).getByRole('button', { name: /^Visa större/ })
  const image = photo.locator('img[src*="/media/"]')
  await image.waitFor({ state: 'attached' })
  expect(await readFilter(image)).toContain('blur(')
  await photo.tap()
  await expect.poll(() => readFilter(image)).toBe('none')
  await photo.tap()
  const enlarged = page.getByRole('dialog').locator('img[src*="/media/"]')
  await enlarged.waitFor({ state: 'attached' })
  // A fixed radius would leave faces recognizable in a large photo.
  for (const { viewport } of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    // Polled, because the radius changes by a transition.
    const readRelativeRadius = () =>
      enlarged.evaluate((element) => {
        const radius = Number(/blur\(([\d.]+)px\)/.exec(getComputedStyle(element).filter)?.[1])
        return radius / Math.min(element.clientWidth, element.clientHeight)
      })
    await expect.poll(readRelativeRadius).toBeGreaterThanOrEqual(0.045)
  }
  await page.setViewportSize(PHONE.viewport)
  await enlarged.locator('..').tap()
  await expect.poll(() => readFilter(enlarged)).toBe('none')
  await page.unrouteAll({ behavior: 'wait' })
})

test('photos of different shapes fill three, two or one columns, each in the shortest one', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const page = await openAs(browser, bo, '/movie', DESKTOP)
  await showOnlyEntriesBy(page, ann)
  for (const height of [1_200, 800, 1_500, 800, 1_200, 1_500]) await anEntryBy(page, ann, freshName('Form'), 20, height)
  await page.reload()
  const entries = page.locator('[data-entry]')
  await expect(entries).toHaveCount(6)
  const readBoxes = () =>
    entries.evaluateAll((cards) =>
      cards.map((card) => {
        const { x, y, bottom } = card.getBoundingClientRect()
        return { x: Math.round(x), y, bottom }
      }),
    )
  for (const [width, columnCount] of [
    [1280, 3],
    [820, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const boxes = await readBoxes()
      expect(new Set(boxes.map(({ x }) => x)).size).toBe(columnCount)
      const ends = new Map<number, number>()
      for (const { x, y, bottom } of boxes) {
        if (ends.size === columnCount) expect(Math.abs((ends.get(x) ?? 0) - Math.min(...ends.values()))).toBeLessThan(2)
        if (ends.has(x)) expect(Math.abs(y - (ends.get(x) ?? 0) - 18)).toBeLessThan(2)
        ends.set(x, bottom)
      }
    }).toPass({ timeout: 20_000 })
  }
  await page.unrouteAll({ behavior: 'wait' })
})
