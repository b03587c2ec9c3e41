import type { Ad } from '@app/contract/ads'
import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const adBy = (member: Member, title = freshName('Sällskap till badet')) =>
  as(member).post<Ad>('/ads', { title, content: 'Kaffe på stenarna, oavsett väder.' })

test('an ad is written on a phone and answered on a desktop, and the answer names the ad', {
  tag: '@ads.answer-flow',
}, async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  const title = freshName('Sällskap till badet')
  const writing = await openAs(browser, author, '/ads', PHONE)
  await writing.getByRole('link', { name: 'Skriv annons' }).click()
  await writing.getByLabel('Rubrik').fill(title)
  await writing.getByLabel('Text').fill('Kaffe på stenarna, oavsett väder.')
  await button(writing, 'Lägg in annonsen').click()
  await expect(writing.getByRole('heading', { name: title })).toBeVisible()

  const reading = await openAs(browser, reader, '/ads', DESKTOP)
  await reading.getByRole('link', { name: title }).click()
  await button(reading, 'Svara på annonsen').click()
  const dialog = reading.getByRole('dialog')
  await dialog.getByRole('textbox').press('End')
  await dialog.getByRole('textbox').pressSequentially('Jag följer gärna med.')
  await button(reading, 'Bjud in till chatt').click()
  await expect(button(reading, 'Inbjudan skickad')).toBeVisible()

  await writing.goto('/chats?tab=invites')
  const invite = writing.getByRole('article', { name: new RegExp(reader.userName) })
  await expect(invite).toContainText(title)
  await expect(invite).toContainText('Jag följer gärna med.')
})

test('the answer to an ad is a draft if the two members have a chat', async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  await anOpenChat(author, reader)
  const { id, title } = await adBy(author)
  const page = await openAs(browser, reader, `/ads?id=${id}`, PHONE)
  await button(page, 'Svara på annonsen').click()
  await expect(page).toHaveURL(/\/chats\?id=/)
  await expect(page.getByRole('textbox')).toHaveValue(`> ${title}\n\n`)
})

test('the filter is kept on another device, and an author deletes an ad', { tag: '@ads.filter-flow' }, async ({
  browser,
}) => {
  const [couple, reader] = [await aMember('Kustparet', { couple: true }), await aMember('Jakob')]
  const { title } = await adBy(couple)
  const page = await openAs(browser, reader, '/ads', DESKTOP)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await button(page, 'Par').click()
  await expect(page.getByRole('heading', { name: title })).toBeHidden()
  const phone = await openAs(browser, reader, '/ads', PHONE)
  await expect(button(phone, 'Par')).toHaveAttribute('aria-pressed', 'false')
  await expect(phone.getByRole('heading', { name: title })).toBeHidden()
  await button(phone, 'Par').click()
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()

  const own = await openAs(browser, couple, '/ads', DESKTOP)
  await own.getByRole('link', { name: `Ändra ${title}` }).click()
  const changed = freshName('Ö söker vänner')
  await own.getByLabel('Rubrik').fill(changed)
  await button(own, 'Spara').click()
  await expect(own.getByRole('heading', { name: changed })).toBeVisible()
  await button(own, `Ta bort ${changed}`).click()
  await button(own, 'Ta bort annonsen').click()
  await expect(own.getByText('Annonsen är borttagen.')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: changed })).toBeHidden()
})

test('search results mark members who have an ad', async ({ browser }) => {
  const [author, reader] = [await aMember('Mira'), await aMember('Jakob')]
  await adBy(author)
  const page = await openAs(browser, reader, `/profilelist?name=${encodeURIComponent(author.userName)}`, PHONE)
  await expect(page.getByRole('link', { name: new RegExp(author.userName) })).toContainText('Har annons')
})

test('Back restores the scroll positions of the list of ads and of the form', async ({ browser }) => {
  const author = await aMember('Mira')
  const ads: Ad[] = []
  for (let n = 1; n <= 4; n += 1) ads.push(await adBy(author, freshName(`Sällskap ${n}`)))
  const page = await openAs(browser, author, '/ads', { viewport: { width: 390, height: 480 } })
  const readTop = (name: string) => page.locator(`[data-place="${name}"]`).evaluate(({ scrollTop }) => scrollTop)

  const oldest = page.getByRole('link', { name: ads[0]?.title ?? '', exact: true })
  await oldest.scrollIntoViewIfNeeded()
  await expect.poll(() => readTop('ads')).toBeGreaterThan(0)
  const inList = await readTop('ads')
  await oldest.click()
  await expect(page).toHaveURL(/id=/)
  await page.goBack()
  await expect.poll(() => readTop('ads')).toBe(inList)

  await page.goto(`/ads?id=${ads[0]?.id}&edit=1`)
  await button(page, 'Spara').scrollIntoViewIfNeeded()
  await expect.poll(() => readTop('form')).toBeGreaterThan(0)
  const inForm = await readTop('form')
  await page
    .getByRole('link', { name: /^Chatt/ })
    .first()
    .click()
  await expect(page).toHaveURL(/chats/)
  await page.goBack()
  await expect.poll(() => readTop('form')).toBe(inForm)
})
