import { randomInt, randomUUID } from 'node:crypto'
import type { FailedJobs } from '@app/contract/operations'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColors } from './support/accessibility.ts'
import { enqueueLostMail, insertHourOfSamples, insertLostMail } from './support/jobs.ts'
import { aMember, as, DESKTOP, freshEmail, type Member, openAs, PHONE, waitForMail } from './support/members.ts'
import { aTeamMember, grantByCommand } from './support/team.ts'
import { test } from './support/test.ts'

/** Returns an id far above the ids of real emails. */
const aMailId = (): string => String(9_000_000_000 + randomInt(1_000_000_000))

/** Creates a job that the worker has given up on, and returns it with a locator of its row. */
async function aFailedJob(team: Member): Promise<{ mailId: string; requestId: string; row: (page: Page) => Locator }> {
  const [mailId, requestId] = [aMailId(), randomUUID()]
  await enqueueLostMail(mailId, requestId)
  await expect(async () => {
    const { jobs } = await as(team).get<FailedJobs>('/operations/failed-jobs')
    expect(jobs.some((job) => job.requestId === requestId)).toBe(true)
  }).toPass()
  return { mailId, requestId, row: (page) => page.getByRole('listitem').filter({ hasText: requestId }) }
}

const chart = (page: Page, name: string) => page.getByRole('figure', { name })

/** Counts the non-transparent pixels of a canvas. */
const countInkedPixels = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const context = element.getContext('2d')
    const { data } = context?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
    return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length
  })

test.beforeAll(insertHourOfSamples)

test('the team sees metrics, charts and tables of the installation, and the range survives a reload', async ({
  browser,
}) => {
  const team = await grantByCommand(await aMember('Vera'))
  const page = await openAs(browser, team, '/chats', DESKTOP)
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    // The page repeats a request that an overloaded server rejects.
    if (message.type() === 'error' && !/status of 503/.test(message.text())) consoleErrors.push(message.text())
  })
  await page.getByRole('link', { name: 'Drift' }).click()
  await expect(page.getByRole('heading', { name: 'Drift', level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Medlemmar online' }).first()).toBeVisible()
  await page.getByText('Timme', { exact: true }).click()
  await expect(page).toHaveURL(/\?range=hour$/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Timme' })).toBeChecked()
  const online = chart(page, 'Medlemmar online')
  await expect(online.getByRole('img', { name: /senast.*, lägst \d+, högst \d+/ })).toBeVisible()
  await expect(async () => expect(await countInkedPixels(online.locator('canvas'))).toBeGreaterThan(1_000)).toPass()
  await online.getByRole('button', { name: 'Visa som tabell' }).press('Enter')
  await expect(online.getByRole('row')).toHaveCount(61)
  await expect(online.getByTitle('Inte uppmätt').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Köer' }).getByRole('row')).toHaveCount(10)
  expect(consoleErrors).toEqual([])
})

test("a finger moved across a chart shows the values, and a narrower page keeps the chart's height", {
  tag: '@operations.chart-touch',
}, async ({ browser }) => {
  const page = await openAs(browser, await aTeamMember('Vera'), '/operations?range=hour', PHONE)
  const online = chart(page, 'Medlemmar online')
  await expect(online.getByText(/^Senast, /)).toBeVisible()
  const area = online.locator('.u-over')
  await area.scrollIntoViewIfNeeded()
  const cdpSession = await page.context().newCDPSession(page)
  // The failed jobs of other tests change the height of the status above the chart. A finger that followed the chart
  // during its gesture would scroll the page.
  const areaBox = await area.boundingBox()
  if (!areaBox) throw new Error('the chart has no area')
  const dispatchTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fractions: number[]) =>
    cdpSession.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fractions.map((fraction) => ({ x: areaBox.x + areaBox.width * fraction, y: areaBox.y + 40 })),
    })
  const time = online.getByText(/^\d\d:\d\d$/)
  await dispatchTouch('touchStart', 0.2)
  await expect(time).toBeVisible()
  const earlier = await time.textContent()
  await dispatchTouch('touchMove', 0.3)
  await dispatchTouch('touchMove', 0.8)
  await expect(time).not.toHaveText(earlier ?? '')
  await dispatchTouch('touchEnd')
  await expect(online.getByText(/^Senast, /)).toBeHidden()
  const readHeight = async () => (await online.boundingBox())?.height
  const height = await readHeight()
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(async () => expect((await online.locator('canvas').boundingBox())?.width).toBeLessThan(300)).toPass()
  await expect.poll(readHeight).toBe(height)
})

test('a failed job is retried and succeeds, and its row disappears', { tag: '@operations.retry-flow' }, async ({
  browser,
}) => {
  const team = await aTeamMember('Vera')
  const { mailId, row } = await aFailedJob(team)
  const page = await openAs(browser, team, '/operations', PHONE)
  await expect(row(page)).toContainText('there is no such email')
  await expect(row(page)).toContainText('mail:send')
  const email = freshEmail()
  await insertLostMail(mailId, email)
  await row(page)
    .getByRole('button', { name: /^Försök igen/ })
    .click()
  await expect(page.getByText('Jobbet körs igen')).toBeVisible()
  await expect(row(page)).toBeHidden()
  expect((await waitForMail(email)).to).toContain(email)
})

test('a retry by another admin shows without a reload, and keeps the focus', async ({ browser }) => {
  const [vera, tor] = await Promise.all([aTeamMember('Vera'), aTeamMember('Tor')])
  const { mailId, row } = await aFailedJob(vera)
  const page = await openAs(browser, tor, '/operations', DESKTOP)
  await expect(row(page)).toBeVisible()
  const range = page.getByRole('radio', { name: 'Dygn' })
  await range.focus()
  await insertLostMail(mailId, freshEmail())
  const veraPage = await openAs(browser, vera, '/operations', DESKTOP)
  await row(veraPage)
    .getByRole('button', { name: /^Försök igen/ })
    .click()
  await expect(row(page)).toBeHidden()
  await expect(range).toBeFocused()
})

test('members and visitors have neither a link to the operations page nor access to its URL', {
  tag: '@operations.access-flow',
}, async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/operations', DESKTOP)
  await expect(page.getByRole('heading', { name: 'Sidan finns inte.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Min profil', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Drift' })).toHaveCount(0)
  await expect(as(ann).get('/operations')).rejects.toThrow('403')
  const visitorPage = await (await browser.newContext({ locale: 'sv-SE' })).newPage()
  await visitorPage.goto(new URL('/operations', page.url()).href)
  await expect(visitorPage.getByRole('button', { name: 'Logga in' })).toBeVisible()
  const phone = await openAs(browser, ann, '/chats', PHONE)
  await phone.getByRole('button', { name: 'Meny', exact: true }).click()
  const menu = phone.getByRole('dialog')
  await expect(menu.getByRole('link', { name: /^Nyheter/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Drift' })).toHaveCount(0)
})

/**
 * Rows that axe skips: they differ only in their numbers and in whether all were measured, and axe needs seconds for
 * hundreds.
 */
const SIMILAR_ROWS = ['tbody tr:nth-child(n + 4 of :has(abbr))', 'tbody tr:nth-child(n + 4 of :not(:has(abbr)))']

for (const { device, size, otherSize, language, showAsTable } of [
  { device: 'a phone', size: PHONE, otherSize: DESKTOP, language: 'SWEDISH', showAsTable: /^Visa som tabell/ },
  { device: 'a desktop', size: DESKTOP, otherSize: PHONE, language: 'ENGLISH', showAsTable: /^Show as a table/ },
] as const)
  test(`the operations page is accessible on ${device} in ${language === 'SWEDISH' ? 'Swedish' : 'English'}`, async ({
    browser,
  }) => {
    const team = await aTeamMember('Vera', { language })
    const { row } = await aFailedJob(team)
    const page = await openAs(browser, team, '/operations?range=hour', size)
    await expect(row(page)).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(7)
    const tables = page.getByRole('button', { name: showAsTable })
    await expect(tables).toHaveCount(7)
    for (const table of await tables.all()) await table.click()
    await expectAccessible(page, 'operations', otherSize.viewport, SIMILAR_ROWS)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessibleColors(page, 'operations, dark', SIMILAR_ROWS)
  })
