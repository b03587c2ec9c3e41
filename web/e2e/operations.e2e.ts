import { randomInt, randomUUID } from 'node:crypto'
import type { FailedJobs } from '@app/contract/operations'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { COLOR_RULES, listViolations } from './support/accessibility.ts'
import { enqueueLostMail, findLostMail, measureAnHour } from './support/jobs.ts'
import { aMember, as, DESKTOP, freshEmail, type Member, mailTo, openAs, PHONE } from './support/members.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

/** Returns an id far above the ids of real mails. */
const aMailId = (): string => String(9_000_000_000 + randomInt(1_000_000_000))

/** Creates a job that the worker has given up, and returns it with a locator of its row. */
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
const measureInk = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const pen = element.getContext('2d')
    const { data } = pen?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
    return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length
  })

test.beforeAll(measureAnHour)

test('the team sees figures, charts and tables of the installation, and the range survives a reload', async ({
  browser,
}) => {
  const page = await openAs(browser, await aTeamMember('Vera'), '/chats', DESKTOP)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.getByRole('link', { name: 'Drift' }).click()
  await expect(page.getByRole('heading', { name: 'Drift', level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Medlemmar online' }).first()).toBeVisible()
  await page.getByText('Timme', { exact: true }).click()
  await expect(page).toHaveURL(/\?range=hour$/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Timme' })).toBeChecked()
  const online = chart(page, 'Medlemmar online')
  await expect(online.getByRole('img', { name: /senast.*, lägst \d+, högst \d+/ })).toBeVisible()
  await expect(async () => expect(await measureInk(online.locator('canvas'))).toBeGreaterThan(1_000)).toPass()
  await online.getByRole('button', { name: 'Visa som tabell' }).press('Enter')
  await expect(online.getByRole('row')).toHaveCount(61)
  await expect(online.getByTitle('Inte uppmätt').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Köer' }).getByRole('row')).toHaveCount(8)
  expect(problems).toEqual([])
})

test('a finger moved across a chart shows the values; a new page width changes nothing else', {
  tag: '@operations.chart-touch',
}, async ({ browser }) => {
  const page = await openAs(browser, await aTeamMember('Vera'), '/operations?range=hour', PHONE)
  const online = chart(page, 'Medlemmar online')
  await expect(online.getByText(/^Senast, /)).toBeVisible()
  const area = online.locator('.u-over')
  await area.scrollIntoViewIfNeeded()
  const areaBox = await area.boundingBox()
  if (!areaBox) throw new Error('the chart has no area')
  const browserOf = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
    browserOf.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: shares.map((share) => ({ x: areaBox.x + areaBox.width * share, y: areaBox.y + 40 })),
    })
  const time = online.getByText(/^\d\d:\d\d$/)
  await finger('touchStart', 0.2)
  await expect(time).toBeVisible()
  const earlier = await time.textContent()
  await finger('touchMove', 0.3)
  await finger('touchMove', 0.8)
  await expect(time).not.toHaveText(earlier ?? '')
  await finger('touchEnd')
  await expect(online.getByText(/^Senast, /)).toBeHidden()
  const height = (await online.boundingBox())?.height
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(async () => expect((await online.locator('canvas').boundingBox())?.width).toBeLessThan(300)).toPass()
  expect((await online.boundingBox())?.height).toBe(height)
})

test('a failed job is retried and succeeds, and its row disappears', { tag: '@operations.retry-flow' }, async ({
  browser,
}) => {
  const team = await aTeamMember('Vera')
  const { mailId, row } = await aFailedJob(team)
  const page = await openAs(browser, team, '/operations', PHONE)
  await expect(row(page)).toContainText('there is no such mail')
  await expect(row(page)).toContainText('mail:send')
  const address = freshEmail()
  await findLostMail(mailId, address)
  await row(page)
    .getByRole('button', { name: /^Försök igen/ })
    .click()
  await expect(page.getByText('Jobbet körs igen')).toBeVisible()
  await expect(row(page)).toBeHidden()
  expect((await mailTo(address)).to).toContain(address)
})

test('a retry by another admin shows without a reload, and keeps the focus', async ({ browser }) => {
  const [vera, tor] = await Promise.all([aTeamMember('Vera'), aTeamMember('Tor')])
  const { mailId, row } = await aFailedJob(vera)
  const page = await openAs(browser, tor, '/operations', DESKTOP)
  await expect(row(page)).toBeVisible()
  const range = page.getByRole('radio', { name: 'Dygn' })
  await range.focus()
  await findLostMail(mailId, freshEmail())
  const other = await openAs(browser, vera, '/operations', DESKTOP)
  await row(other)
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
  const visiting = await (await browser.newContext({ locale: 'sv-SE' })).newPage()
  await visiting.goto(new URL('/operations', page.url()).href)
  await expect(visiting.getByRole('button', { name: 'Logga in' })).toBeVisible()
  const phone = await openAs(browser, ann, '/chats', PHONE)
  await phone.getByRole('button', { name: 'Meny', exact: true }).click()
  const menu = phone.getByRole('dialog')
  await expect(menu.getByRole('link', { name: /^Nyheter/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Drift' })).toHaveCount(0)
})

for (const [name, size] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`the operations page is accessible on ${name}`, async ({ browser }) => {
    const team = await aTeamMember('Vera')
    const { row } = await aFailedJob(team)
    const page = await openAs(browser, team, '/operations?range=hour', size)
    await expect(row(page)).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(7)
    const tables = page.getByRole('button', { name: /^Visa som tabell/ })
    for (const table of await tables.all()) await table.click()
    // The rows of a table are alike, and axe needs seconds for hundreds of them.
    const axe = () => new AxeBuilder({ page }).exclude('tbody tr:nth-child(n + 4)')
    const light = axe().withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    expect(await listViolations(light)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await listViolations(axe().withRules(COLOR_RULES))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
