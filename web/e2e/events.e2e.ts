import { readFile } from 'node:fs/promises'
import type { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { expect, type Locator, type Page } from '@playwright/test'
import { openUntilReady, reloadUntilReady } from './support/hub.ts'
import { aMember, as, DESKTOP, freshName, type Member, openAs, PHONE, waitForMail } from './support/members.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const NEXT_YEAR = new Date().getUTCFullYear() + 1

const FIELDS = {
  description: 'Långbord och *levande ljus*.',
  place: 'Matsalen',
  date: `${NEXT_YEAR}-07-04`,
  time: '18:30',
}

const createEvent = (host: Member, changes: object = {}): Promise<Event> =>
  as(host).post<Event>('/events/public/', { title: freshName('Middag'), ...FIELDS, ...changes })

/** Enables emails about events, which members have to opt in to. */
const enableEventMail = (member: Member) =>
  as(member).post('/members', {
    mailPreferences: { wantsEventMail: true, wantsChatMail: false, wantsNewsMail: false },
  })

test('the second guest of an event with one seat waits in the queue and gets the seat that becomes free', {
  tag: '@events.queue-flow',
}, async ({ browser }) => {
  const [host, ann, bo] = await Promise.all([aMember('Värd'), aMember('Ann'), aMember('Bo')])
  await enableEventMail(bo)
  const title = freshName('Middag')
  const hostPage = await openAs(browser, host, '/events', DESKTOP)
  await hostPage.getByRole('banner').getByRole('link', { name: 'Skapa event' }).click()
  await hostPage.getByLabel('Rubrik').fill(title)
  await hostPage.getByLabel('Datum').fill(FIELDS.date)
  await hostPage.getByLabel('Tid', { exact: true }).fill(FIELDS.time)
  await hostPage.getByLabel('Plats', { exact: true }).fill(FIELDS.place)
  await hostPage.getByLabel('Beskrivning').fill(FIELDS.description)
  await hostPage.getByLabel('Antal platser').fill('1')
  await button(hostPage, 'Skapa event').click()
  await expect(hostPage.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  const url = new URL(hostPage.url())

  const [annPage, boPage] = [
    await openAs(browser, ann, url.pathname + url.search, PHONE),
    await openAs(browser, bo, url.pathname + url.search, DESKTOP),
  ]
  await button(annPage, 'Jag kommer').click()
  await expect(annPage.getByRole('link', { name: new RegExp(ann.userName) })).toBeVisible()
  // The toast about the seat needs a push.
  await reloadUntilReady(boPage)
  await button(boPage, 'Ställ mig i kön').click()
  await expect(boPage.getByText(/^Plats 1 i kön\./)).toBeVisible()
  await expect(hostPage.getByRole('heading', { name: 'I kön' })).toBeVisible()

  await Promise.all([
    expect(boPage.getByText(`Du har fått en plats på ${title}.`)).toBeVisible(),
    button(annPage, 'Ångra svar').click(),
  ])
  await expect(button(boPage, 'Jag kommer')).toHaveAttribute('aria-pressed', 'true')
  await expect(annPage.getByText(/Platsen är tagen/)).toBeVisible()
  await expect(async () => expect((await waitForMail(bo.email)).text).toContain(url.search)).toPass()
  const { subject, text } = await waitForMail(bo.email)
  expect(subject + text).not.toContain(title)
})

test('attendees see a new time and the cancellation on the page, and receive the new time by email', async ({
  browser,
}) => {
  const [host, ann] = await Promise.all([aMember('Värd'), aMember('Ann')])
  await enableEventMail(ann)
  const event = await createEvent(host)
  await as(ann).post(`/events/${event.id}/attending`)
  const [hostPage, annPage] = [
    await openAs(browser, host, `/events?id=${event.id}`, PHONE),
    await openUntilReady(browser, ann, `/events?id=${event.id}`, DESKTOP),
  ]
  await expect(annPage.getByText(/ 4 juli .*18:30/).last()).toBeVisible()
  await button(hostPage, 'Fler val för eventet').click()
  await hostPage.getByRole('menuitem', { name: 'Ändra' }).click()
  await hostPage.getByLabel('Tid', { exact: true }).fill('19:15')
  // The toast disappears after a few seconds, even if the new time is not loaded yet.
  await Promise.all([
    expect(annPage.getByText(`${event.title} har ändrats.`)).toBeVisible(),
    expect(annPage.getByText(/ 4 juli .*19:15/).last()).toBeVisible(),
    button(hostPage, 'Spara').click(),
  ])
  await expect(async () => expect((await waitForMail(ann.email)).text).toContain('19:15')).toPass()

  await button(hostPage, 'Fler val för eventet').click()
  await hostPage.getByRole('menuitem', { name: 'Ställ in eventet' }).click()
  await hostPage.getByRole('alertdialog').getByRole('button', { name: 'Ställ in eventet' }).click()
  await expect(annPage.getByText('Eventet är inställt.')).toBeVisible()
  await expect(button(annPage, 'Jag kommer')).toBeHidden()
})

test('an event is exported to calendars as a file, and through a secret URL that can be revoked', async ({
  browser,
}) => {
  const host = await aMember('Värd')
  const event = await createEvent(host)
  await as(host).post(`/events/${event.id}/attending`)
  const page = await openAs(browser, host, `/events?id=${event.id}`, DESKTOP)
  await button(page, 'Fler val för eventet').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Lägg i kalendern' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain('BEGIN:VCALENDAR')
  expect(file).toContain(`SUMMARY:${event.title}`)

  await button(page, 'Prenumerera i kalendern').click()
  await button(page, 'Skapa adress').click()
  const feedUrl = await page.getByRole('textbox', { name: 'Adress' }).inputValue()
  expect(await (await fetch(feedUrl)).text()).toContain(event.title)
  await button(page, 'Sluta dela').click()
  await expect(page.getByText('Adressen gäller inte längre.')).toBeVisible()
  expect((await fetch(feedUrl)).status).toBe(404)
})

test('a group event is announced in the group and visible only to its members', {
  tag: '@events.group-flow',
}, async ({ browser }) => {
  const [owner, member, stranger] = await Promise.all([aMember('Gruppvärd'), aMember('Medlem'), aMember('Främling')])
  const group = await as(owner).post<Group>('/groups', {
    groupName: freshName('Grupp'),
    description: 'För oss.',
    isOpen: true,
  })
  await as(member).post(`/groups/${group.groupId}/join`)
  const page = await openAs(browser, owner, `/groups?id=${group.groupId}&tab=events`, DESKTOP)
  await page.getByRole('tabpanel').getByRole('link', { name: 'Skapa event' }).click()
  await expect(page.getByLabel('Grupp', { exact: true })).toHaveValue(group.groupId)
  const title = freshName('Bastu')
  await page.getByLabel('Rubrik').fill(title)
  await page.getByLabel('Datum').fill(FIELDS.date)
  await page.getByLabel('Tid', { exact: true }).fill(FIELDS.time)
  await page.getByLabel('Plats', { exact: true }).fill(FIELDS.place)
  await page.getByLabel('Beskrivning').fill(FIELDS.description)
  await button(page, 'Skapa event').click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  const url = new URL(page.url())

  const memberPage = await openAs(browser, member, `/groups?id=${group.groupId}&tab=chat`, PHONE)
  await memberPage
    .getByRole('log')
    .getByRole('link', { name: new RegExp(title) })
    .click()
  await button(memberPage, 'Jag kommer').click()
  await expect(memberPage.getByRole('link', { name: new RegExp(member.userName) })).toBeVisible()

  const strangerPage = await openAs(browser, stranger, url.pathname + url.search, DESKTOP)
  await expect(strangerPage.getByText('Ett event i en öppen grupp')).toBeVisible()
  await strangerPage.getByRole('link', { name: 'Till gruppen' }).click()
  await expect(button(strangerPage, 'Gå med')).toBeVisible()
})

test('an event fits beside the list on a small tablet', async ({ browser }) => {
  const host = await aMember('Värd')
  const event = await createEvent(host)
  await as(host).post(`/events/${event.id}/interested`)
  const page = await openAs(browser, host, `/events?id=${event.id}`, { viewport: { width: 640, height: 900 } })
  const readWidth = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0
  await expect(button(page, 'Ångra svar')).toBeVisible()
  await expect.poll(() => readWidth(page.getByRole('heading', { name: event.title, level: 2 }))).toBeGreaterThan(180)
  for (const answer of ['Jag kommer', 'Intresserad', 'Ångra svar'])
    await expect.poll(() => readWidth(button(page, answer)), answer).toBeGreaterThan(100)
})

test('editing, saving and canceling an event move the focus to the page heading', async ({ browser }) => {
  const host = await aMember('Värd')
  const event = await createEvent(host)
  const page = await openAs(browser, host, '/events', DESKTOP)
  const heading = page.getByRole('heading', { name: 'Event', level: 1 })
  const row = page.getByRole('link', { name: new RegExp(event.title) })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Fler val för eventet')).toBeVisible()
  await expect(row).toBeFocused()
  await button(page, 'Fler val för eventet').click()
  await page.getByRole('menuitem', { name: 'Ändra' }).click()
  await expect(heading).toBeFocused()
  await page.getByLabel('Plats', { exact: true }).fill('Köket')
  await button(page, 'Spara').click()
  await expect(page.getByText('Köket').last()).toBeVisible()
  await expect(heading).toBeFocused()
  await button(page, 'Fler val för eventet').click()
  await page.getByRole('menuitem', { name: 'Ställ in eventet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ställ in eventet' }).click()
  await expect(page.getByText(`${event.title} är inställt.`)).toBeVisible()
  await expect(heading).toBeFocused()
})
