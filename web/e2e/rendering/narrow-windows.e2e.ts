import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { expect, type Locator } from '@playwright/test'
import { aMember, anOpenChat, as, freshName, openAs } from '../support/members.ts'
import { anEntryBy } from '../support/movie.ts'
import { test } from '../support/test.ts'

/** A window of 1280 × 800 px enlarged to 200 %. */
const ENLARGED = { viewport: { width: 640, height: 400 } }
const TABLET = { viewport: { width: 1024, height: 768 } }
const NARROWEST = { viewport: { width: 320, height: 640 } }

/** Lists the words of an element that are broken over several lines. */
const listBrokenWords = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode())
      for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    return broken
  })

const isCut = (element: Locator): Promise<boolean> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

/** Returns whether the middle of an element is visible: neither cut off nor covered. */
const isShown = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('names and places below a photo of the film break only between words', async ({ browser }) => {
  const author = await aMember('Linn och Erik', { couple: true })
  const page = await openAs(browser, await aMember('Ann'), '/movie', ENLARGED)
  const { id } = await anEntryBy(page, author, 'Sista kvällen')
  await page.reload()
  const card = page.locator(`[data-entry="${id}"]`)
  for (const viewport of [ENLARGED.viewport, TABLET.viewport, { width: 768, height: 800 }, NARROWEST.viewport]) {
    await page.setViewportSize(viewport)
    await expect(card.getByText(author.userName)).toBeVisible()
    await expect.poll(() => listBrokenWords(card), `at ${viewport.width} px`).toEqual([])
  }
})

test('a page enlarged to 200 % shows the events or one event', async ({ browser }) => {
  const ann = await aMember('Ann')
  const title = freshName('Picknick')
  const { id } = await as(ann).post<Event>('/events/public/', {
    title,
    description: 'Med filt',
    place: 'Parken',
    date: '2090-06-01',
    time: '12:00',
  })
  const page = await openAs(browser, ann, `/events?id=${id}`, ENLARGED)
  const row = page.locator('a[data-list-row]').filter({ hasText: title })
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: 'Tillbaka' }).click()
  await expect(row).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skapa event' })).toHaveCount(1)
})

test('the current page is in view in the menu of a low window', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/myprofile', ENLARGED)
  const menu = page.getByRole('navigation', { name: 'Huvudmeny' })
  await expect(menu.getByRole('link', { name: 'Min profil' })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('link', { name: 'Film', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/movie/)
  await expect(menu.getByRole('link', { name: 'Film', exact: true })).toBeInViewport({ ratio: 1 })
})

test('in the header of a chat the name takes precedence over the words about the turn, and the ball is always shown', async ({
  browser,
}) => {
  const [linn, bo] = await Promise.all([aMember('Linn och Erik', { couple: true }), aMember('Bo')])
  const chatId = await anOpenChat(linn, bo)
  const page = await openAs(browser, bo, `/chats?id=${chatId}`, { viewport: { width: 1440, height: 800 } })
  const header = page.locator('header').filter({ has: page.getByRole('button', { name: /^Fler val/ }) })
  const words = header.getByText('Du har bollen')
  const ball = words.locator('+ span > span:last-child')
  const name = header.getByRole('heading').locator('span').first()
  await expect(name).toHaveText(linn.userName)
  await expect.poll(() => isShown(words)).toBe(true)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => isShown(words)).toBe(false)
  await expect.poll(() => isCut(name)).toBe(false)
  await expect.poll(() => isShown(ball)).toBe(true)
  await page.setViewportSize(NARROWEST.viewport)
  await expect.poll(() => isShown(ball)).toBe(true)
})

test('in forced colors the criteria of a search and their number have a border', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/profilelist?type=SINGLE_FEMALE&city=Uppsala', TABLET)
  await page.emulateMedia({ forcedColors: 'active' })
  const chips = page.locator('[data-chip]')
  await expect(chips).toHaveCount(2)
  for (const chip of await chips.all()) await expect(chip).toHaveCSS('border-top-width', '2px')
  const count = page.getByRole('button', { name: /^Filter/ }).locator('span:has(> [aria-hidden])')
  await expect(count).toHaveCSS('border-top-width', '1px')
})

test('on the narrowest phone the marks of a hit leave its name whole', async ({ browser }) => {
  const [ann, eva] = await Promise.all([aMember('Ann'), aMember('Eva')])
  const page = await openAs(browser, ann, `/profilelist?name=${encodeURIComponent(eva.userName)}`, NARROWEST)
  const name = page.getByRole('main').getByText(eva.userName, { exact: true })
  await expect(name).toBeVisible()
  // Stand-ins for marks such as that of a verified profile, which needs other members' verifications.
  await name.evaluate((element) => {
    const mark = document.createElement('i')
    mark.style.cssText = 'flex: none; width: 18px; height: 18px'
    element.after(mark, mark.cloneNode())
  })
  // Polled, because the fallback font is wider.
  await expect.poll(() => isCut(name)).toBe(false)
})

test('the marks on the photo of a search hit break no word and end before its menu', async ({ browser }) => {
  const author = await aMember('Linn och Erik', { couple: true })
  const ann = await aMember('Ann')
  // Members know of their chat partners' presence.
  await anOpenChat(ann, author)
  await as(author).post('/ads', { title: 'Kaffe', content: 'Kaffe på stenarna, oavsett väder.' })
  await openAs(browser, author, '/chats')
  const url = `/profilelist?name=${encodeURIComponent(author.userName)}`
  const page = await openAs(browser, ann, url, { ...NARROWEST, hasTouch: true, isMobile: true })
  const hit = page.locator('[data-hit]')
  const online = hit.getByText('Online')
  await expect(online).toBeVisible()
  await expect(hit.getByRole('link')).toHaveAccessibleName(/Online.*Har annons/)
  const menu = hit.getByRole('button')
  const ad = hit.getByTitle('Kaffe')
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const menuLeft = (await menu.boundingBox())!.x
      for (const mark of [online, ad]) {
        const { x, width: markWidth } = (await mark.boundingBox())!
        expect(x + markWidth).toBeLessThanOrEqual(menuLeft)
      }
      expect(await listBrokenWords(online)).toEqual([])
      expect((await ad.boundingBox())!.height).toBeLessThan(30)
    }, `at ${width} px`).toPass({ timeout: 20_000 })
  }
})

test('the focus ring of the menu of a post is not cut at the edge of the window', async ({ browser }) => {
  const ann = await aMember('Ann')
  const group = { groupName: freshName('Grupp'), description: 'Vi äter tillsammans.', isOpen: true }
  const { groupId } = await as(ann).post<Group>('/groups', group)
  await as(ann).post(`/groups/${groupId}/messages`, { message: 'Hej på er', clientId: randomUUID() })
  const touch = { ...NARROWEST, hasTouch: true, isMobile: true }
  const page = await openAs(browser, ann, `/groups?id=${groupId}&tab=chat`, touch)
  const menu = page.getByRole('article').getByRole('button', { name: 'Fler val för meddelandet' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await menu.focus()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 })
    const readSpace = () =>
      menu.evaluate((button) => {
        const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(button)
        const reach =
          outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        return window.innerWidth - button.getBoundingClientRect().right - reach
      })
    await expect.poll(readSpace, `at ${width} px`).toBeGreaterThanOrEqual(0)
  }
})

test('a row of tabs fades at the sides on which it has more', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/safety', NARROWEST)
  const tabs = page.getByRole('tablist')
  const readFadedSides = () =>
    tabs.evaluate((row) => [row.hasAttribute('data-more-before'), row.hasAttribute('data-more-after')])
  await expect.poll(readFadedSides).toEqual([false, true])
  await expect(tabs).not.toHaveCSS('mask-image', 'none')
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('End')
  await expect.poll(readFadedSides).toEqual([true, false])
  await page.setViewportSize(TABLET.viewport)
  await expect.poll(readFadedSides).toEqual([false, false])
  await expect(tabs).toHaveCSS('mask-image', 'none')
})

test('the list of cities ends in the middle of a row, as a sign that there are more', async ({ browser }) => {
  const page = await openAs(browser, await aMember('Ann'), '/myprofile?tab=profile', NARROWEST)
  await page.getByRole('button', { name: 'Välj orter' }).first().click()
  const list = page.getByRole('dialog').getByRole('checkbox').first().locator('xpath=ancestor::label/..')
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const readLastPart = () =>
      list.evaluate((box) => {
        const { bottom } = box.getBoundingClientRect()
        const rows = [...box.querySelectorAll('label')].map((row) => row.getBoundingClientRect())
        const last = rows.find((row) => row.top < bottom && row.bottom > bottom)
        return last ? (bottom - last.top) / last.height : 0
      })
    await expect(async () => {
      const part = await readLastPart()
      expect(part).toBeGreaterThan(0.3)
      expect(part).toBeLessThan(0.7)
    }, `at ${width} px`).toPass({ timeout: 20_000 })
  }
})
