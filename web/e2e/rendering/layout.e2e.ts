import type { Event } from '@app/contract/events'
import { expect, type Locator } from '@playwright/test'
import { aChatWithMembers } from '../support/chatting.ts'
import { aMember, as, freshName, openAs, PHONE, sendAs } from '../support/members.ts'
import { aPicture } from '../support/pictures.ts'
import { aModerator } from '../support/team.ts'
import { test } from '../support/test.ts'

const NARROW = { viewport: { width: 600, height: 800 } }

test('a menu button replaces the full menu up to 600 px', { tag: '@layout.menu' }, async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/chats', NARROW)
  const button = page.getByRole('button', { name: /^Meny/ })
  const film = page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link', { name: 'Film', exact: true })
  await expect(button).toBeVisible()
  await expect(film).toBeHidden()
  await page.setViewportSize({ width: 601, height: 800 })
  await expect(button).toBeHidden()
  await expect(film).toBeVisible()
})

test('all items of the bottom bar fit on a phone whose text is enlarged by half', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/chats', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: /^Meny/ })
  await expect(menu).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '150%'
  })
  await expect(menu).toBeInViewport({ ratio: 1 })
})

test('the tabs of the safety and moderation pages hide the content that scrolls below them', async ({ browser }) => {
  const [ann, vera] = await Promise.all([aMember('Ann'), aModerator('Vera')])
  for (const [member, path] of [
    [ann, '/safety'],
    [vera, '/moderation'],
  ] as const) {
    const page = await openAs(browser, member, path, PHONE)
    await expect(page.getByRole('tablist').locator('..')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
})

test('events show the list or one event up to 600 px, and both above', { tag: '@layout.events' }, async ({
  browser,
}) => {
  const ann = await aMember('Ann')
  const title = freshName('Picknick')
  const { id } = await as(ann).post<Event>('/events/public/', {
    title,
    description: 'Med filt',
    place: 'Parken',
    date: '2090-06-01',
    time: '12:00',
  })
  const page = await openAs(browser, ann, `/events?id=${id}`, NARROW)
  const row = page.locator('a[data-list-row]').filter({ hasText: title })
  const eventHeading = page.getByRole('heading', { name: title })
  await expect(eventHeading).toBeVisible()
  await expect(row).toBeHidden()
  await page.setViewportSize({ width: 601, height: 800 })
  await expect(eventHeading).toBeVisible()
  await expect(row).toBeVisible()
})

test('chats show the list or one chat up to 700 px, and both above', { tag: '@layout.chats' }, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const page = await openAs(browser, ann, `/chats?id=${chatId}`, { viewport: { width: 700, height: 800 } })
  const row = page.locator('a[data-chat]').filter({ hasText: bo.userName })
  await expect(page.getByRole('log')).toBeVisible()
  await expect(row).toBeHidden()
  await page.setViewportSize({ width: 701, height: 800 })
  await expect(page.getByRole('log')).toBeVisible()
  await expect(row).toBeVisible()
})

test('the crop frame is 300 by 300 px, its preview 300 px wide, and its zoom goes from 0 to 100 in steps of 1', {
  tag: '@layout.crop-frame',
}, async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/movie')
  await page.locator('input[type=file]').setInputFiles(await aPicture(page, { hue: 200, height: 1_200 }))
  const dialog = page.getByRole('dialog', { name: 'Lägg upp foto' })
  const readSize = async (locator: Locator) => {
    const { width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return { width: Math.round(width), height: Math.round(height) }
  }
  const frame = dialog.getByRole('group', { name: /^Utsnitt/ })
  await expect.poll(() => readSize(frame)).toEqual({ width: 300, height: 300 })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toHaveValue('0')
  await zoom.press('ArrowRight')
  await expect(zoom).toHaveValue('1')
  await zoom.press('End')
  await expect(zoom).toHaveValue('100')
  await dialog.getByRole('button', { name: 'Förhandsgranska' }).click()
  const preview = dialog.getByRole('img', { name: 'Fotot som det skickas' })
  await expect.poll(async () => (await readSize(preview)).width).toBe(300)
})

test('a message reached by the arrow keys shows a focus ring', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  for (const text of ['Hej på dig', 'Hur är läget?']) await sendAs(bo, chatId, text)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const messages = page.getByRole('log').getByRole('article')
  await expect(messages.last()).toContainText('Hur är läget?')
  await messages.last().focus()
  await page.keyboard.press('ArrowUp')
  const focused = page.locator(':focus')
  await expect(focused).toContainText('Hej på dig')
  await expect(focused).toHaveCSS('outline-style', 'solid')
})

for (const language of ['SWEDISH', 'ENGLISH'] as const) {
  test(`on a phone the tabs fit and each answer to an event fits on one line (${language.toLowerCase()})`, async ({
    browser,
  }) => {
    const ann = await aMember('Ann', { language, couple: true })
    const { id } = await as(await aMember('Bo')).post<Event>('/events/public/', {
      title: freshName('Picknick'),
      description: 'Med filt',
      place: 'Parken',
      date: '2090-06-01',
      time: '12:00',
      capacity: 1,
    })
    await as(await aMember('Saga')).post(`/events/${id}/attending`)
    await as(ann).post(`/events/${id}/attending`)
    const page = await openAs(browser, ann, `/events?id=${id}`, PHONE)
    const answers = page.locator('fieldset button')
    await expect(answers).toHaveCount(3)
    const countLines = (button: HTMLElement): number => {
      const textRange = document.createRange()
      textRange.selectNode(button.lastChild ?? button)
      return textRange.getClientRects().length
    }
    // Polled, because the fallback font is wider.
    for (const answer of await answers.all()) await expect.poll(() => answer.evaluate(countLines)).toBe(1)
    const isClipped = () =>
      page.getByRole('tablist').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    await page.goto('/myprofile?tab=settings')
    await expect(page.getByRole('tab')).toHaveCount(5)
    await expect.poll(isClipped).toBe(false)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/games?tab=cards')
    await expect(page.getByRole('tab')).toHaveCount(4)
    await expect.poll(isClipped).toBe(false)
  })
}
