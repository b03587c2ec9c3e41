import type { Ad } from '@app/contract/ads'
import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const createAd = (member: Member, title = freshName('Sällskap till badet')) =>
  as(member).post<Ad>('/ads', { title, content: 'Kaffe på stenarna, oavsett väder.' })

test('an ad is written on a phone and answered on a desktop, and the answer quotes its title', {
  tag: '@ads.answer-flow',
}, async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  const title = freshName('Sällskap till badet')
  const authorPage = await openAs(browser, author, '/ads', PHONE)
  await authorPage.getByRole('link', { name: 'Skriv annons' }).click()
  await authorPage.getByLabel('Rubrik').fill(title)
  await authorPage.getByLabel('Text').fill('Kaffe på stenarna, oavsett väder.')
  await button(authorPage, 'Lägg in annonsen').click()
  await expect(authorPage.getByRole('heading', { name: title })).toBeVisible()

  const readerPage = await openAs(browser, reader, '/ads', DESKTOP)
  await readerPage.getByRole('link', { name: title }).click()
  await button(readerPage, 'Svara på annonsen').click()
  const dialog = readerPage.getByRole('dialog')
  await dialog.getByRole('textbox').press('End')
  await dialog.getByRole('textbox').pressSequentially('Jag följer gärna med.')
  await button(readerPage, 'Bjud in till chatt').click()
  await expect(button(readerPage, 'Inbjudan skickad')).toBeVisible()

  await authorPage.goto('/chats?tab=invites')
  const invite = authorPage.getByRole('article', { name: new RegExp(reader.userName) })
  await expect(invite).toContainText(title)
  await expect(invite).toContainText('Jag följer gärna med.')
})

test('answering an ad opens a draft in the chat if the two members already have one', async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  await anOpenChat(author, reader)
  const { id, title } = await createAd(author)
  const page = await openAs(browser, reader, `/ads?id=${id}`, PHONE)
  await button(page, 'Svara på annonsen').click()
  await expect(page).toHaveURL(/\/chats\?id=/)
  await expect(page.getByRole('textbox')).toHaveValue(`> ${title}\n\n`)
})

test('the filter also applies on another device, and an author edits and deletes an ad', {
  tag: '@ads.filter-flow',
}, async ({ browser }) => {
  const [couple, reader] = [await aMember('Kustparet', { couple: true }), await aMember('Jakob')]
  const [{ title }, remaining] = [await createAd(couple), await createAd(couple)]
  const page = await openAs(browser, reader, '/ads', DESKTOP)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await button(page, 'Par').click()
  await expect(page.getByRole('heading', { name: title })).toBeHidden()
  const phone = await openAs(browser, reader, '/ads', PHONE)
  await expect(button(phone, 'Par')).toHaveAttribute('aria-pressed', 'false')
  await expect(phone.getByRole('heading', { name: title })).toBeHidden()
  await button(phone, 'Par').click()
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()

  const couplePage = await openAs(browser, couple, '/ads', DESKTOP)
  await couplePage.getByRole('link', { name: `Ändra ${title}` }).click()
  const newTitle = freshName('Ö söker vänner')
  await couplePage.getByLabel('Rubrik').fill(newTitle)
  await button(couplePage, 'Spara').click()
  await expect(couplePage.getByRole('heading', { name: newTitle })).toBeVisible()
  await button(couplePage, `Ta bort ${newTitle}`).click()
  await button(couplePage, 'Ta bort annonsen').click()
  await expect(couplePage.getByText('Annonsen är borttagen.')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: remaining.title })).toBeVisible()
  await expect(phone.getByRole('heading', { name: newTitle })).toHaveCount(0)
})

test('search results mark members who have an ad', async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  await createAd(author)
  const page = await openAs(browser, reader, `/profilelist?name=${encodeURIComponent(author.userName)}`, PHONE)
  await expect(page.getByRole('link', { name: new RegExp(author.userName) })).toContainText('Har annons')
})

test('Back restores the scroll positions of the list of ads and of the form', async ({ browser }) => {
  const author = await aMember('Mira')
  const ads: Ad[] = []
  for (let n = 1; n <= 6; n += 1) ads.push(await createAd(author, freshName(`Sällskap ${n}`)))
  const page = await openAs(browser, author, 'about:blank', { viewport: { width: 390, height: 480 } })
  // Other tests add and delete ads, which would move those of this test.
  await page.route(/\/api\/v2\/ads\/filtered/, async (route) => {
    const response = await route.fetch()
    const listed: Ad[] = await response.json()
    await route.fulfill({ response, json: listed.filter(({ userName }) => userName === author.userName) })
  })
  await page.goto('/ads')
  const readScrollTop = (name: string) =>
    page.locator(`[data-scroll-key="${name}"]`).evaluate(({ scrollTop }) => scrollTop)

  const third = page.getByRole('link', { name: ads[2]?.title ?? '', exact: true })
  await third.scrollIntoViewIfNeeded()
  await expect.poll(() => readScrollTop('ads')).toBeGreaterThan(0)
  const listTop = await readScrollTop('ads')
  await third.click()
  await expect(page).toHaveURL(/id=/)
  await page.goBack()
  await expect.poll(() => readScrollTop('ads')).toBe(listTop)

  await page.goto(`/ads?id=${ads[0]?.id}&edit=1`)
  await button(page, 'Spara').scrollIntoViewIfNeeded()
  await expect.poll(() => readScrollTop('form')).toBeGreaterThan(0)
  const formTop = await readScrollTop('form')
  await page
    .getByRole('link', { name: /^Chatt/ })
    .first()
    .click()
  await expect(page).toHaveURL(/chats/)
  await page.goBack()
  await expect.poll(() => readScrollTop('form')).toBe(formTop)
  await page.unrouteAll({ behavior: 'wait' })
})
