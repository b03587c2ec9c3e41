import { randomUUID } from 'node:crypto'
import type { Ad } from '@app/contract/ads'
import type { Group } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import { expect, type Locator, type Page } from '@playwright/test'
import { aChatWithMembers } from '../support/chatting.ts'
import { aMember, as, freshName, type Member, openAs, sendAs } from '../support/members.ts'
import { anEntryBy } from '../support/movie.ts'
import { aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

/** A letter with sixty accents above and sixty crosses below it; fonts that stack them paint over many lines. */
const STACKED = `ω${'\u0301'.repeat(60)}${'\u0353'.repeat(60)}`
/** Prepends the marks, so that they are next to the beginnings of other messages. */
const withMarks = (content: string): string => `${STACKED.repeat(3)} ${content}`

/** Regular marks of several scripts, and emoji of several characters, all of which must be visible. */
const REGULAR_TEXT = 'ที่นี้ ไม่ใช่ · Tiếng Việt · שָׁלוֹם · 👩‍❤️‍👨 · ❤️'

async function takeScreenshotOf(page: Page, target: Locator): Promise<string> {
  const clip = await target.boundingBox()
  if (!clip) throw new Error('the target of the screenshot is not visible')
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  return `data:image/png;base64,${picture.toString('base64')}`
}

/** The minimum difference of a channel; anti-aliasing differs by less between two screenshots. */
const DIFFERENCE_MIN = 24

/** Counts the channel values in which two pictures differ by more than DIFFERENCE_MIN. */
const countDifferences = (page: Page, pictures: [string, string]): Promise<number> =>
  page.evaluate(
    async ({ pictures, minimum }) => {
      const pixels = pictures.map(async (url) => {
        const image = new Image()
        image.src = url
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      })
      const [first = new Uint8ClampedArray(), second = new Uint8ClampedArray()] = await Promise.all(pixels)
      return first.filter((value, index) => Math.abs(value - (second[index] ?? 0)) > minimum).length
    },
    { pictures, minimum: DIFFERENCE_MIN },
  )

const setVisibility = (content: Locator, visibility: 'visible' | 'hidden') =>
  content.evaluateAll((elements: HTMLElement[], value) => {
    for (const element of elements) element.style.setProperty('visibility', value)
  }, visibility)

/** Expects neighbors to look the same with and without this content, once the page is idle. */
async function expectNoOverlap(page: Page, content: Locator, ...neighbors: Locator[]): Promise<void> {
  await content.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(async () => {
    for (const target of neighbors) {
      await setVisibility(content, 'visible')
      const picture = await takeScreenshotOf(page, target)
      await setVisibility(content, 'hidden')
      expect(await countDifferences(page, [picture, await takeScreenshotOf(page, target)])).toBe(0)
    }
  }).toPass({ timeout: 60_000 })
  await setVisibility(content, 'visible')
}

const article = (page: Page, content: string) => page.getByRole('article').filter({ hasText: content })

async function aGroup(owner: Member): Promise<Group> {
  return as(owner).post<Group>('/groups', { groupName: freshName('Grupp'), description: 'Vi äter tillsammans.' })
}

test('stacked marks in a chat message overlap no other message', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  for (const content of ['Strax före', withMarks('Mitt emellan'), 'Strax efter']) await sendAs(bo, chatId, content)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const message = (content: string) => page.getByRole('log').getByRole('article').filter({ hasText: content })
  await expect(message('Strax efter')).toBeVisible()
  await expectNoOverlap(
    page,
    message('Mitt emellan').locator('.markdown'),
    message('Strax före'),
    message('Strax efter'),
  )
})

test('stacked marks in a post or a comment overlap no other post or comment', async ({ browser }) => {
  const ann = await aMember('Ann')
  const { groupId } = await aGroup(ann)
  const postTo = (path: string, message: string) =>
    as(ann).post<{ id: string }>(`/groups/${groupId}/messages${path}`, { message, clientId: randomUUID() })
  await postTo('', 'Strax före')
  const { id } = await postTo('', withMarks('Mitt emellan'))
  for (const content of ['Kommentar före', withMarks('Kommentar emellan'), 'Kommentar efter'])
    await postTo(`/${id}/comments`, content)
  const page = await openAs(browser, ann, `/groups?id=${groupId}`)
  const log = page.getByRole('log')
  const content = (text: string) => log.locator('.markdown').filter({ hasText: text })
  await expect(content('Kommentar efter')).toBeVisible()
  await expectNoOverlap(page, content('Mitt emellan'), content('Strax före'), content('Kommentar före'))
  await expectNoOverlap(page, content('Kommentar emellan'), content('Kommentar före'), content('Kommentar efter'))
})

test('stacked marks in an ad overlap no other ad', async ({ browser }) => {
  const author = await aMember('Mira')
  const [before, between, after] = [freshName('Före'), freshName('Emellan'), freshName('Efter')]
  for (const title of [before, `ω${'\u0301'.repeat(60)} ${between}`, after])
    await as(author).post<Ad>('/ads', { title, content: withMarks('Kaffe på stenarna.') })
  const page = await openAs(browser, author, '/ads', { viewport: { width: 1280, height: 2_400 } })
  await expect(article(page, before)).toBeVisible()
  await expectNoOverlap(page, article(page, between).locator('h2, p'), article(page, before), article(page, after))
})

test('stacked marks in a comment on news overlap no other comment', async ({ browser }) => {
  const [team, ann] = [await aTeamMember('Vera'), await aMember('Ann')]
  const { id, title } = await as(team).post<NewsItem>('/news', {
    title: freshName('Nytt'),
    content: withMarks('Läs mer'),
  })
  for (const message of ['Strax före', withMarks('Mitt emellan'), 'Strax efter'])
    await as(ann).post(`/news/${id}/comments`, { message, clientId: randomUUID() })
  const page = await openAs(browser, ann, '/news')
  const item = page.getByRole('article', { name: title, exact: true })
  await item.getByRole('button', { name: /kommentarer/i }).click()
  const content = (text: string) => page.locator('.markdown').filter({ hasText: text })
  await expect(content('Strax efter')).toBeVisible()
  await expectNoOverlap(page, content('Mitt emellan'), content('Strax före'), content('Strax efter'))
})

test('stacked marks below a film entry overlap no other entry', async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/movie', { viewport: { width: 1280, height: 2_400 } })
  const [before, between] = [freshName('Före'), freshName('Emellan')]
  await anEntryBy(page, ann, before)
  await anEntryBy(page, ann, withMarks(between), 200)
  await page.reload()
  await expect(article(page, before)).toBeVisible()
  await expectNoOverlap(page, page.getByText(between), article(page, before))
})

test('accents, vowel points, tone marks and emoji of several characters are fully painted', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(bo, chatId, REGULAR_TEXT)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const content = page.getByRole('log').locator('.markdown').filter({ hasText: 'Tiếng Việt' })
  const bubble = page.getByRole('log').getByRole('article').filter({ hasText: 'Tiếng Việt' })
  await expect(content).toBeVisible()
  const takeScreenshot = async (contain: string) => {
    await content.evaluate((element, value) => {
      for (const box of [element, element.parentElement]) box?.style.setProperty('contain', value)
    }, contain)
    return takeScreenshotOf(page, bubble)
  }
  await expect(async () => {
    expect(await countDifferences(page, [await takeScreenshot('paint'), await takeScreenshot('none')])).toBe(0)
  }).toPass({ timeout: 60_000 })
})

test('without containment, stacked marks paint over the previous message', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  for (const content of ['Strax före', withMarks('Mitt emellan')]) await sendAs(bo, chatId, content)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const content = page.getByRole('log').locator('.markdown').filter({ hasText: 'Mitt emellan' })
  const previousMessage = page.getByRole('log').getByRole('article').filter({ hasText: 'Strax före' })
  await expect(content).toBeVisible()
  await content.evaluate((element) => {
    for (const box of [element, element.parentElement]) box?.style.setProperty('contain', 'none')
  })
  const picture = await takeScreenshotOf(page, previousMessage)
  await setVisibility(content, 'hidden')
  expect(await countDifferences(page, [picture, await takeScreenshotOf(page, previousMessage)])).toBeGreaterThan(0)
})
