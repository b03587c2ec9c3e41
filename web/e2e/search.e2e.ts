import type { City } from '@app/contract/members/cities'
import { expect, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, type Member, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

/** Cities in which no other members of this run live. */
const TOWN: City = 'Arjeplog'
const VILLAGE: City = 'Dorotea'
/** The number of results on a page. */
const PAGE_SIZE = 24

const setCity = (member: Member, city: string) => as(member).post('/members', { profile: { cities: [city] } })

async function createWomen(city: string, count: number): Promise<Member[]> {
  const women: Member[] = []
  for (let i = 0; i < count; i += 1) {
    const woman = await aMember('Sjöfrun')
    await setCity(woman, city)
    women.push(woman)
  }
  return women
}

const results = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a') })
const readFocusedHit = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-hit]')?.dataset.hit ?? null)
/** Returns the scroll position of the search results. */
const readScrollTop = (page: Page) =>
  page.evaluate(() => {
    let box = document.querySelector('[data-hit]')?.parentElement ?? null
    while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
    return Math.round(box?.scrollTop ?? -1)
  })

async function chooseCriteria(page: Page, city: string): Promise<void> {
  await page.getByRole('radio', { name: 'Kvinna', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Välj orter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(city)
  await dialog.getByText(city, { exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: city })).toBeChecked()
  await dialog.getByRole('button', { name: 'Klart' }).click()
  await expect(dialog).toBeHidden()
}

const submitSearch = (page: Page) => page.getByRole('button', { name: 'Sök', exact: true }).click()

test('a search restores its scroll position and focus after Back from a profile and after a reload', {
  tag: '@search.restore-position',
}, async ({ browser }) => {
  const searcher = await aMember('Frågvis')
  await createWomen(TOWN, PAGE_SIZE + 2)
  const page = await openAs(browser, searcher, '/profilelist', DESKTOP)
  await expect(page.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeVisible()
  await chooseCriteria(page, TOWN)
  await submitSearch(page)
  await expect(page.getByRole('heading', { name: `Kvinnor i ${TOWN}` })).toBeVisible()
  await expect(results(page)).toHaveCount(PAGE_SIZE)
  await page.getByRole('button', { name: 'Nästa' }).click()
  await expect(results(page)).toHaveCount(2)
  await expect(page).toHaveURL(/index=1$/)
  await expect(page.getByRole('button', { name: 'Nästa' })).toBeDisabled()
  await page.goBack()
  await expect(results(page)).toHaveCount(PAGE_SIZE)

  const hit = results(page).nth(20)
  const name = await hit.getAttribute('data-hit')
  await hit.scrollIntoViewIfNeeded()
  const scrollTop = await readScrollTop(page)
  expect(scrollTop).toBeGreaterThan(0)
  await hit.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: name ?? '' })).toBeVisible()
  await page.goBack()
  // The results show immediately, without another request.
  await expect.poll(() => readFocusedHit(page)).toBe(name)
  expect(await readScrollTop(page)).toBe(scrollTop)
  await page.reload()
  await expect.poll(() => readFocusedHit(page)).toBe(name)
  expect(await readScrollTop(page)).toBe(scrollTop)
  await page.close()
})

test('on a phone the form has its own page, and an empty result offers to drop criteria', async ({ browser }) => {
  const searcher = await aMember('Frågvis')
  const women = await createWomen(VILLAGE, 7)
  const page = await openAs(browser, searcher, '/profilelist', PHONE)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('heading', { name: 'Sök profiler' })).toBeVisible()
  await chooseCriteria(page, VILLAGE)
  await page.getByRole('checkbox', { name: 'Bara verifierade' }).check({ force: true })
  await submitSearch(page)
  await expect(page.getByRole('heading', { name: 'Inga träffar' })).toBeVisible()
  await page.getByRole('button', { name: 'Även de som inte är verifierade: 7 träffar' }).click()
  await expect(results(page)).toHaveCount(7)

  const last = results(page).last()
  const name = await last.getAttribute('data-hit')
  expect(women.map(({ userName }) => userName)).toContain(name)
  await last.scrollIntoViewIfNeeded()
  const scrollTop = await readScrollTop(page)
  expect(scrollTop).toBeGreaterThan(0)
  await last.getByRole('link').tap()
  await expect(page.getByRole('heading', { name: 'Sökträffar' })).toBeVisible()
  const backLink = page.getByRole('banner').getByRole('link', { name: 'Tillbaka' })
  await backLink.tap()
  await expect(results(page)).toHaveCount(7)
  expect(await readScrollTop(page)).toBe(scrollTop)

  await test.step('the back arrow goes back in the history, and the form keeps its values', async () => {
    const steps = await page.evaluate(() => history.state.idx)
    const photo = page.getByRole('checkbox', { name: 'Bara med foto' })
    await page.getByRole('button', { name: 'Filter' }).tap()
    await photo.check({ force: true })
    await backLink.tap()
    await expect(results(page)).toHaveCount(7)
    expect(await page.evaluate(() => history.state.idx)).toBe(steps)
    await page.getByRole('button', { name: 'Filter' }).tap()
    await expect(photo).toBeChecked()
    await backLink.tap()
    await expect(results(page)).toHaveCount(7)
  })

  await page.getByRole('button', { name: 'Ny sökning' }).tap()
  await page.getByText('Enkel', { exact: true }).tap()
  await page.getByRole('searchbox', { name: 'Profilnamn' }).fill(women[3]?.userName.toUpperCase() ?? '')
  await submitSearch(page)
  await expect(results(page)).toHaveCount(1)
  await expect(results(page)).toContainText(women[3]?.userName ?? '')
  await page.close()
})
