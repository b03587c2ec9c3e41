import type { MovieEntry } from '@app/contract/movie'
import { expect, type Locator, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { anEntryBy } from './support/movie.ts'
import { aPicture } from './support/pictures.ts'
import { test } from './support/test.ts'

const card = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption })
const heart = (page: Page, caption: string) => card(page, caption).getByRole('button', { name: /^Gilla foto/ })
const readLikes = async (member: Member, id: string) =>
  (await as(member).get<MovieEntry[]>('/movie')).find((entry) => entry.id === id)?.likes

/** Reads a displayed picture scaled down to 24 by 24 pixels. */
const readPixels = (image: Locator): Promise<number[]> =>
  image.evaluate((element: HTMLImageElement) => {
    const side = 24
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    pen?.drawImage(element, 0, 0, side, side)
    return [...(pen?.getImageData(0, 0, side, side).data ?? [])]
  })

const distance = (one: number[], other: number[]): number =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a photo is published with its chosen crop, liked in view of its author, and deleted (${device})`, {
    tag: '@movie.flow',
  }, async ({ browser }) => {
    const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
    const caption = freshName('Kväll')
    const page = await openAs(browser, ann, '/movie', options)
    const earlier = freshName('Tidigare')
    await anEntryBy(page, bo, earlier)
    const other = await openAs(browser, bo, '/movie', options)
    await expect(card(other, earlier)).toBeVisible()
    let chosen: number[] = []

    await test.step('chosen, moved and zoomed, with a caption', async () => {
      await page.locator('input[type=file]').setInputFiles(await aPicture(page, { hue: 200 }))
      const dialog = page.getByRole('dialog', { name: 'Lägg upp foto' })
      await expect(dialog.getByText(/sparas som JPEG/)).toBeVisible()
      await dialog.getByRole('slider', { name: 'Zoom' }).fill('60')
      await dialog.getByRole('group', { name: /^Utsnitt/ }).focus()
      for (let n = 0; n < 20; n += 1) await page.keyboard.press('ArrowRight')
      await dialog.getByLabel('Text', { exact: true }).fill(caption)
      await dialog.getByLabel(/^Beskriv fotot/).fill('Sol över vatten')
      await dialog.getByRole('button', { name: 'Förhandsgranska' }).click()
      const preview = dialog.getByRole('img', { name: 'Fotot som det skickas' })
      await expect(preview).toBeVisible()
      chosen = await readPixels(preview)
      await dialog.getByRole('button', { name: 'Lägg upp' }).click()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('visible at once, and with the chosen crop when the server has processed it', async () => {
      await expect(card(page, caption)).toBeVisible()
      const image = card(page, caption).getByRole('img', { name: 'Sol över vatten' })
      await expect(image).toHaveAttribute('src', /^\/media\//)
      await expect(async () => {
        expect(
          await image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth),
        ).toBeTruthy()
      }).toPass()
      expect(distance(await readPixels(image), chosen)).toBeLessThan(6)
    })

    await test.step('other members see a notice of the new entry, and load it', async () => {
      await other.getByRole('button', { name: /\bny(a)?$/ }).click()
      await expect(card(other, caption)).toBeVisible()
      await expect(heart(page, caption)).toHaveCount(0)
    })

    await test.step('liked, visible to the author', async () => {
      await heart(other, caption).click()
      await expect(heart(other, caption)).toHaveAttribute('aria-pressed', 'true')
      await expect(card(page, caption).getByText('1 gillar')).toBeAttached()
    })

    await test.step('deleted for all members after a confirmation', async () => {
      await card(page, caption)
        .getByRole('button', { name: /^Ta bort foto/ })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort fotot' }).click()
      await expect(card(page, caption)).toHaveCount(0)
      await expect(card(other, caption)).toHaveCount(0)
    })
  })
}

test('fifty-one quick clicks on like end in the last state', async ({ browser }) => {
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
  await card(page, caption).scrollIntoViewIfNeeded()
  const readScrollTop = () => page.locator('[data-scroller]').evaluate(({ scrollTop }) => scrollTop)
  const before = await readScrollTop()
  expect(before).toBeGreaterThan(500)
  await card(page, caption).getByRole('link', { name: ann.userName }).click()
  await expect(page).toHaveURL(/\/profile/)
  await page.goBack()
  await expect(card(page, caption)).toBeInViewport()
  expect(Math.abs((await readScrollTop()) - before)).toBeLessThan(2)
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.05)
})
