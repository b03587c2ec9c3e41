import { randomUUID } from 'node:crypto'
import type { Ad } from '@app/contract/ads'
import type { Group } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import { expect, type Locator, type Page } from '@playwright/test'
import { twoInAChat } from './support/chatting.ts'
import { aMember, as, freshName, type Member, openAs, sendAs } from './support/members.ts'
import { anEntryBy } from './support/movie.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

/** A letter with sixty accents above and sixty arrows below it; fonts that stack them paint over many lines. */
const STACKED = `ω${'\u0301'.repeat(60)}${'\u0353'.repeat(60)}`
/** Prepends the marks, so that they are above and below the beginnings of other messages. */
const withMarks = (words: string): string => `${STACKED.repeat(3)} ${words}`

/** Regular marks of several scripts, and emoji of several characters, all of which must be visible. */
const PLAIN = 'ที่นี้ ไม่ใช่ · Tiếng Việt · שָׁלוֹם · 👩‍❤️‍👨 · ❤️'

async function takePictureOf(page: Page, target: Locator): Promise<string> {
  const clip = await target.boundingBox()
  if (!clip) throw new Error('the target of the screenshot is not visible')
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  return `data:image/png;base64,${picture.toString('base64')}`
}

/** The minimum difference of a channel; anti-aliasing differs by less between two screenshots. */
const INK = 24

/** Counts the channel values in which two pictures differ by more than INK. */
const inkBetween = (page: Page, pictures: [string, string]): Promise<number> =>
  page.evaluate(
    async ({ pictures, ink }) => {
      const drawn = pictures.map(async (address) => {
        const image = new Image()
        image.src = address
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        const pen = canvas.getContext('2d')
        pen?.drawImage(image, 0, 0)
        return pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      })
      const [one = new Uint8ClampedArray(), other = new Uint8ClampedArray()] = await Promise.all(drawn)
      return one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > ink).length
    },
    { pictures, ink: INK },
  )

const show = (words: Locator, visibility: 'visible' | 'hidden') =>
  words.evaluateAll((elements: HTMLElement[], value) => {
    for (const element of elements) element.style.setProperty('visibility', value)
  }, visibility)

/** Expects that neighbors look the same with and without these words, once the page is idle. */
async function expectToPaintAlone(page: Page, words: Locator, ...neighbors: Locator[]): Promise<void> {
  await words.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(async () => {
    for (const target of neighbors) {
      await show(words, 'visible')
      const picture = await takePictureOf(page, target)
      await show(words, 'hidden')
      expect(await inkBetween(page, [picture, await takePictureOf(page, target)])).toBe(0)
    }
  }).toPass({ timeout: 15_000 })
  await show(words, 'visible')
}

const article = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

async function aGroup(owner: Member): Promise<Group> {
  return as(owner).post<Group>('/groups', { groupName: freshName('Grupp'), description: 'Vi äter tillsammans.' })
}

test('stacked marks in a chat message overlap no other message', async ({ browser }) => {
  const { ann, bo, chatId } = await twoInAChat()
  for (const words of ['Strax före', withMarks('Mitt emellan'), 'Strax efter']) await sendAs(bo, chatId, words)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const message = (words: string) => page.getByRole('log').getByRole('article').filter({ hasText: words })
  await expect(message('Strax efter')).toBeVisible()
  await expectToPaintAlone(
    page,
    message('Mitt emellan').locator('.markdown'),
    message('Strax före'),
    message('Strax efter'),
  )
})

test('stacked marks in a post or a comment overlap no other one', async ({ browser }) => {
  const ann = await aMember('Ann')
  const { groupId } = await aGroup(ann)
  const postTo = (path: string, message: string) =>
    as(ann).post<{ id: string }>(`/groups/${groupId}/messages${path}`, { message, clientId: randomUUID() })
  await postTo('', 'Strax före')
  const { id } = await postTo('', withMarks('Mitt emellan'))
  for (const words of ['Kommentar före', withMarks('Kommentar emellan'), 'Kommentar efter'])
    await postTo(`/${id}/comments`, words)
  const page = await openAs(browser, ann, `/groups?id=${groupId}`)
  const log = page.getByRole('log')
  const words = (text: string) => log.locator('.markdown').filter({ hasText: text })
  await expect(words('Kommentar efter')).toBeVisible()
  await expectToPaintAlone(page, words('Mitt emellan'), words('Strax före'), words('Kommentar före'))
  await expectToPaintAlone(page, words('Kommentar emellan'), words('Kommentar före'), words('Kommentar efter'))
})

test('stacked marks in an ad overlap no other ad', async ({ browser }) => {
  const author = await aMember('Mira')
  const [before, between, after] = [freshName('Före'), freshName('Emellan'), freshName('Efter')]
  for (const title of [before, `ω${'\u0301'.repeat(60)} ${between}`, after])
    await as(author).post<Ad>('/ads', { title, content: withMarks('Kaffe på stenarna.') })
  const page = await openAs(browser, author, '/ads', { viewport: { width: 1280, height: 2_400 } })
  await expect(article(page, before)).toBeVisible()
  await expectToPaintAlone(page, article(page, between).locator('h2, p'), article(page, before), article(page, after))
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
  const words = (text: string) => page.locator('.markdown').filter({ hasText: text })
  await expect(words('Strax efter')).toBeVisible()
  await expectToPaintAlone(page, words('Mitt emellan'), words('Strax före'), words('Strax efter'))
})

test('stacked marks below a film entry overlap no other entry', async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/movie', { viewport: { width: 1280, height: 2_400 } })
  const [before, between] = [freshName('Före'), freshName('Emellan')]
  await anEntryBy(page, ann, before)
  await anEntryBy(page, ann, withMarks(between), 200)
  await page.reload()
  await expect(article(page, before)).toBeVisible()
  await expectToPaintAlone(page, page.getByText(between), article(page, before))
})

test('accents, vowel points, tone marks and emoji of several characters are fully painted', async ({ browser }) => {
  const { ann, bo, chatId } = await twoInAChat()
  await sendAs(bo, chatId, PLAIN)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const words = page.getByRole('log').locator('.markdown').filter({ hasText: 'Tiếng Việt' })
  const bubble = page.getByRole('log').getByRole('article').filter({ hasText: 'Tiếng Việt' })
  await expect(words).toBeVisible()
  const takePicture = async (contain: string) => {
    await words.evaluate((element, value) => {
      for (const box of [element, element.parentElement]) box?.style.setProperty('contain', value)
    }, contain)
    return takePictureOf(page, bubble)
  }
  await expect(async () => {
    expect(await inkBetween(page, [await takePicture('paint'), await takePicture('none')])).toBe(0)
  }).toPass({ timeout: 15_000 })
})

test('a screenshot shows stacked marks outside of their box', async ({ browser }) => {
  const { ann, bo, chatId } = await twoInAChat()
  for (const words of ['Strax före', withMarks('Mitt emellan')]) await sendAs(bo, chatId, words)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  const words = page.getByRole('log').locator('.markdown').filter({ hasText: 'Mitt emellan' })
  const before = page.getByRole('log').getByRole('article').filter({ hasText: 'Strax före' })
  await expect(words).toBeVisible()
  await words.evaluate((element) => {
    for (const box of [element, element.parentElement]) box?.style.setProperty('contain', 'none')
  })
  const picture = await takePictureOf(page, before)
  await show(words, 'hidden')
  expect(await inkBetween(page, [picture, await takePictureOf(page, before)])).toBeGreaterThan(0)
})
