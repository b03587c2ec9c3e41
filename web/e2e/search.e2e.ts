import type { City } from '@app/contract/members/cities'
import { expect, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, type Member, openAs, PHONE } from './support/members.ts'
import { expectSaved } from './support/saving.ts'
import { test } from './support/test.ts'

/** Cities in which only the members of one of these tests live. */
const TOWN: City = 'Arjeplog'
const VILLAGE: City = 'Dorotea'
const PARISH: City = 'Åsele'
const VALLEY: City = 'Sorsele'
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

const results = (page: Page) => page.getByRole('main').locator('[data-hit]')
const readFocusedHit = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-hit]')?.dataset.hit ?? null)
/** Returns the scroll position of the search results. */
const readScrollTop = (page: Page) =>
  page.evaluate(() => {
    let box = document.querySelector('[data-hit]')?.parentElement ?? null
    while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
    return Math.round(box?.scrollTop ?? -1)
  })

const openFilter = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Filter/ })
    .click()
  return page.getByRole('dialog', { name: 'Filter' })
}

async function chooseCriteria(page: Page, city: string): Promise<void> {
  const filter = await openFilter(page)
  await filter.getByRole('radio', { name: 'Kvinna', exact: true }).check()
  const chosen = filter.getByRole('button', { name: /^Ta bort / })
  for (let count = await chosen.count(); count > 0; count -= 1) await chosen.nth(count - 1).click()
  await filter.getByRole('button', { name: 'Välj orter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Välj orter' })
  await dialog.getByRole('searchbox').fill(city)
  await dialog.getByText(city, { exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: city })).toBeChecked()
  await dialog.getByRole('button', { name: 'Klart' }).click()
  await expect(dialog).toBeHidden()
}

async function applyFilter(page: Page): Promise<void> {
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByRole('button', { name: /^(Visa|Inga träffar)/ }).click()
  await expect(filter).toBeHidden()
}

test('a search restores its scroll position and focus after Back from a profile and after a reload', {
  tag: '@search.restore-position',
}, async ({ browser }) => {
  const searcher = await aMember('Frågvis')
  await createWomen(TOWN, PAGE_SIZE + 2)
  const page = await openAs(browser, searcher, '/profilelist', DESKTOP)
  await expect(page.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeVisible()
  await chooseCriteria(page, TOWN)
  await expect(page.getByRole('button', { name: `Visa ${PAGE_SIZE + 2}` })).toBeVisible()
  await applyFilter(page)
  await expect(page.getByRole('heading', { name: `Kvinnor i ${TOWN}` })).toBeAttached()
  await expect(page.getByText(`${PAGE_SIZE + 2} profiler`)).toBeVisible()
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
  await expect.poll(() => readScrollTop(page)).toBe(scrollTop)
  await page.reload()
  await expect.poll(() => readFocusedHit(page)).toBe(name)
  await expect.poll(() => readScrollTop(page)).toBe(scrollTop)
  await page.close()
})

test('on a phone the filter covers the page, and an empty result offers to drop criteria', async ({ browser }) => {
  const searcher = await aMember('Frågvis')
  const women = await createWomen(VILLAGE, 7)
  const page = await openAs(browser, searcher, '/profilelist', PHONE)
  await chooseCriteria(page, VILLAGE)
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await expect.poll(() => filter.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE.viewport })
  await page.getByRole('checkbox', { name: 'Bara verifierade' }).check()
  await expect(filter.getByRole('button', { name: 'Inga träffar' })).toBeEnabled()
  await applyFilter(page)
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
  await expect.poll(() => readScrollTop(page)).toBe(scrollTop)

  await test.step('Back closes the filter, which keeps its values', async () => {
    const readSteps = () => page.evaluate(() => history.state.idx)
    const steps = await readSteps()
    const photo = page.getByRole('checkbox', { name: 'Bara med foto' })
    await openFilter(page)
    await photo.check()
    await page.goBack()
    await expect(filter).toBeHidden()
    await expect(results(page)).toHaveCount(7)
    await expect.poll(readSteps).toBe(steps)
    await openFilter(page)
    await expect(photo).toBeChecked()
    await page.getByRole('button', { name: 'Stäng' }).tap()
    await expect(filter).toBeHidden()
    await expect.poll(readSteps).toBe(steps)
  })

  await page.getByRole('banner').getByRole('button', { name: 'Sök på namn' }).tap()
  await page.getByRole('searchbox', { name: 'Sök på namn' }).fill(women[3]?.userName.toUpperCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(results(page)).toHaveCount(1)
  await expect(results(page)).toContainText(women[3]?.userName ?? '')
  await page.close()
})

test('the page opens with the members that the member looks for, and removing a chip widens the search', {
  tag: '@search.default-flow',
}, async ({ browser }) => {
  const searcher = await aMember('Frågvis')
  await as(searcher).post('/members', { profile: { cities: [PARISH], lookingFor: ['FEMALES', 'MALES'] } })
  const [woman] = await createWomen(PARISH, 1)
  const page = await openAs(browser, searcher, '/chats', DESKTOP)
  await page.getByRole('link', { name: 'Profiler' }).click()
  await expect(results(page)).toHaveCount(1)
  await expect(results(page)).toContainText(woman?.userName ?? '')
  await expect(page).toHaveURL(/type=SINGLE_FEMALE/)
  await expect(page.getByText('1 profil · senast aktiva först')).toBeVisible()

  await page.getByRole('link', { name: 'Män', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Inga träffar' })).toBeVisible()
  await page.goBack()
  await expect(results(page)).toHaveCount(1)

  await page.getByRole('button', { name: `Ta bort ${PARISH}` }).click()
  await expect(page).not.toHaveURL(/city/)
  await expect(page.getByRole('button', { name: 'Byt: Kvinna' })).toBeFocused()
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect(page.getByRole('button', { name: `Ta bort ${PARISH}` })).toBeFocused()
  await expect(results(page)).toHaveCount(1)
  await page.close()
})

test('a member saves a search, sees the number of new hits in the settings, and opens them', {
  tag: '@saved-searches.flow',
}, async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, `/profilelist?type=SINGLE_FEMALE&city=${VALLEY}`, DESKTOP)
  await page.getByRole('button', { name: 'Spara sökningen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spara sökningen' })
  await dialog.getByRole('textbox', { name: 'Namn' }).fill(`Kvinnor i ${VALLEY}`)
  await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText(`Kvinnor i ${VALLEY} är sparad.`)).toBeVisible()

  const [woman] = await createWomen(VALLEY, 1)
  await page.goto('/myprofile?tab=settings&section=searches')
  const card = page.getByRole('region', { name: 'Sparade sökningar' })
  await expect(card.getByText('1 ny', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: `Fler val för Kvinnor i ${VALLEY}` }).click()
  await expectSaved(page, /\/searches\/\d+\/opened$/, () =>
    page.getByRole('menuitem', { name: 'Visa den nya' }).click(),
  )
  await expect(results(page).filter({ hasText: woman?.userName ?? '' })).toBeVisible()
  await page.goto('/myprofile?tab=settings&section=searches')
  await expect(card.getByText('inget nytt')).toBeVisible()
})
