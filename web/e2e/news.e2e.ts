import { randomUUID } from 'node:crypto'
import type { NewsCount, NewsItem } from '@app/contract/news'
import { expect, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const news = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
/** Finds the link to news in the header, or the menu button on a phone. */
const newsLink = (page: Page) =>
  page
    .getByRole('link', { name: /^Nyheter/ })
    .or(page.getByRole('button', { name: /^Meny/ }))
    .filter({ visible: true })

async function readNewsCount(page: Page): Promise<number> {
  const [count = '0'] = await newsLink(page).locator('[aria-hidden]').filter({ hasText: /^\d+$/ }).allTextContents()
  return Number(count)
}

/** Expects that a member has or has not seen an item. Other tests also publish news, so the count varies. */
const expectSeenState = (page: Page, member: Member, { id, isNew }: { id: string; isNew: boolean }) =>
  expect(async () => {
    const { count, seen, newest } = await as(member).get<NewsCount>('/news/count')
    expect(await readNewsCount(page)).toBe(count)
    const unseen = newest.filter((newsId) => BigInt(newsId) > BigInt(seen ?? 0))
    expect(unseen.includes(id)).toBe(isNew)
  }).toPass({ timeout: 20_000 })

test('a news item looks as in its preview, is counted on every page, and is marked as read once opened', {
  tag: '@news.publish-flow',
}, async ({ browser }) => {
  const [team, ann, bo] = await Promise.all([aTeamMember('Vera'), aMember('Ann'), aMember('Bo')])
  const [annPage, boPhone] = [
    await openAs(browser, ann, '/chats', DESKTOP),
    await openAs(browser, bo, '/groups', PHONE),
  ]
  const boDesktop = await openAs(browser, bo, '/events', DESKTOP)
  for (const page of [annPage, boPhone, boDesktop]) await expect(newsLink(page)).toBeVisible()

  const teamPage = await openAs(browser, team, '/news', DESKTOP)
  await teamPage.getByRole('link', { name: 'Publicera nyhet' }).click()
  await expect(teamPage.getByText('Fyll i båda fälten')).toBeVisible()
  const title = freshName('Diskret läge är här')
  await teamPage.getByLabel('Rubrik').fill(title)
  await teamPage.getByLabel('Text', { exact: true }).fill('Slå på det med **ögat**.\n\n- på datorn\n- på mobilen')
  const preview = news(teamPage, title)
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  const previewHtml = await preview.locator('.markdown').innerHTML()
  await button(teamPage, 'Publicera').click()
  await expect(teamPage.getByText('Nyheten är publicerad.')).toBeVisible()
  await expect(news(teamPage, title).getByText('Teamet')).toBeVisible()

  const id = (await as(team).get<NewsItem[]>('/news')).find((item) => item.title === title)?.id ?? ''
  await expectSeenState(annPage, ann, { id, isNew: true })
  await expectSeenState(boPhone, bo, { id, isNew: true })
  await expectSeenState(boDesktop, bo, { id, isNew: true })
  await boPhone.getByRole('button', { name: /^Meny/ }).click()
  await boPhone
    .getByRole('dialog')
    .getByRole('link', { name: /^Nyheter/ })
    .click()
  await expect(news(boPhone, title)).toBeVisible()
  await expect(boPhone.getByRole('dialog')).toBeHidden()
  await expectSeenState(boPhone, bo, { id, isNew: false })
  await expectSeenState(boDesktop, bo, { id, isNew: false })
  await expectSeenState(annPage, ann, { id, isNew: true })
  await newsLink(annPage).click()
  await expect(news(annPage, title).getByRole('listitem')).toHaveCount(2)
  expect(await news(annPage, title).locator('.markdown').innerHTML()).toBe(previewHtml)
  await expectSeenState(annPage, ann, { id, isNew: false })
})

test('a kiss and a comment are visible to others and after a reload, until the author deletes the comment', {
  tag: '@news.comment-flow',
}, async ({ browser }) => {
  const [team, ann, bo] = await Promise.all([aTeamMember('Vera'), aMember('Ann'), aMember('Bo')])
  const title = freshName('Middagar')
  const { id } = await as(team).post<NewsItem>('/news', { title, content: 'I fyra städer.', clientId: randomUUID() })
  await as(bo).post('/news/kiss', { id })
  const page = await openAs(browser, ann, '/news', PHONE)
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/news/kiss') && response.ok()),
    news(page, title).getByRole('button', { name: '1 kyss' }).click(),
  ])
  await news(page, title).getByRole('button', { name: 'Kommentera', exact: true }).click()
  await page.getByRole('textbox', { name: `Kommentera ${title}` }).fill('Så roligt')
  await button(page, 'Skicka').click()
  const commentItem = news(page, title).getByRole('listitem').filter({ hasText: 'Så roligt' })
  await expect(commentItem.getByRole('link', { name: ann.userName })).toBeVisible()
  await page.reload()
  await expect(commentItem).toBeVisible()
  await expect(news(page, title).getByRole('button', { name: 'Du och en annan gav en kyss' })).toBeVisible()

  const boPage = await openAs(browser, bo, `/news?comments=${id}`, DESKTOP)
  await expect(news(boPage, title).getByText('Så roligt')).toBeVisible()
  await expect(news(boPage, title).getByRole('button', { name: '1 kommentar' })).toBeVisible()
  await commentItem.getByRole('button', { name: /^Ta bort kommentaren/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort meddelandet' }).click()
  await expect(commentItem).toBeHidden()
  await boPage.reload()
  await expect(news(boPage, title).getByRole('button', { name: 'Kommentera', exact: true })).toBeVisible()
})

test('deleting a news item asks for confirmation, and removes it from pages that readers have open', {
  tag: '@news.delete-flow',
}, async ({ browser }) => {
  const [team, ann] = await Promise.all([aTeamMember('Vera'), aMember('Ann')])
  const title = freshName('Fel nyhet')
  await as(team).post('/news', { title, content: 'Den här skulle inte ut.', clientId: randomUUID() })
  const readerPage = await openAs(browser, ann, '/news', DESKTOP)
  await expect(news(readerPage, title)).toBeVisible()
  await expect(readerPage.getByRole('link', { name: `Ta bort ${title}` })).toHaveCount(0)
  const page = await openAs(browser, team, '/news', PHONE)
  await page.getByRole('link', { name: `Ta bort ${title}` }).click()
  await expect(button(page, 'Behåll')).toBeFocused()
  await button(page, 'Behåll').click()
  await page.getByRole('link', { name: `Ta bort ${title}` }).click()
  await expect(news(page, title)).toBeVisible()
  await button(page, 'Ta bort nyheten').click()
  await expect(page.getByText('Nyheten är borttagen.')).toBeVisible()
  await expect(news(page, title)).toBeHidden()
  await expect(news(readerPage, title)).toBeHidden()
})
