import { readFile } from 'node:fs/promises'
import type { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { expect, type Locator, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, freshName, type Member, mailTo, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const NEXT_YEAR = new Date().getUTCFullYear() + 1

const fields = {
  description: 'Långbord och *levande ljus*.',
  place: 'Matsalen',
  date: `${NEXT_YEAR}-07-04`,
  time: '18:30',
}

const eventBy = (host: Member, more: object = {}): Promise<Event> =>
  as(host).post<Event>('/events/public/', { title: freshName('Middag'), ...fields, ...more })

/** Enables mails about events, which members have to opt in to. */
const wantsMail = (member: Member) =>
  as(member).post('/members', {
    mailPreferences: { wantsEventMail: true, wantsChatMail: false, wantsNewsMail: false },
  })

test('the second guest of an event with one place waits in the queue and gets the place that becomes free', {
  tag: '@events.queue-flow',
}, async ({ browser }) => {
  const [host, ann, bo] = await Promise.all([aMember('Värd'), aMember('Ann'), aMember('Bo')])
  await wantsMail(bo)
  const title = freshName('Middag')
  const making = await openAs(browser, host, '/events', DESKTOP)
  await making.getByRole('link', { name: 'Skapa event' }).click()
  await making.getByLabel('Rubrik').fill(title)
  await making.getByLabel('Datum').fill(fields.date)
  await making.getByLabel('Tid', { exact: true }).fill(fields.time)
  await making.getByLabel('Plats', { exact: true }).fill(fields.place)
  await making.getByLabel('Beskrivning').fill(fields.description)
  await making.getByLabel('Antal platser').fill('1')
  await button(making, 'Skapa event').click()
  await expect(making.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  const address = new URL(making.url())

  const [annPage, boPage] = [
    await openAs(browser, ann, address.pathname + address.search, PHONE),
    await openAs(browser, bo, address.pathname + address.search, DESKTOP),
  ]
  await button(annPage, 'Jag kommer').click()
  await expect(annPage.getByRole('link', { name: new RegExp(ann.userName) })).toBeVisible()
  await boPage.reload()
  await button(boPage, 'Ställ mig i kön').click()
  await expect(boPage.getByText(/^Plats 1 i kön\./)).toBeVisible()
  await expect(making.getByRole('heading', { name: 'I kön' })).toBeVisible()

  await button(annPage, 'Ångra svar').click()
  await expect(boPage.getByText(`Du har fått en plats på ${title}.`)).toBeVisible()
  await expect(button(boPage, 'Jag kommer')).toHaveAttribute('aria-pressed', 'true')
  await expect(annPage.getByText(/Platsen är tagen/)).toBeVisible()
  await expect(async () => expect((await mailTo(bo.email)).text).toContain(address.search)).toPass()
  const { subject, text } = await mailTo(bo.email)
  expect(subject + text).not.toContain(title)
})

test('attendees learn of a new time and of the cancellation, on the page and by mail', async ({ browser }) => {
  const [host, ann] = await Promise.all([aMember('Värd'), aMember('Ann')])
  await wantsMail(ann)
  const event = await eventBy(host)
  await as(ann).post(`/events/${event.id}/attending`)
  const [hosting, coming] = [
    await openAs(browser, host, `/events?id=${event.id}`, PHONE),
    await openAs(browser, ann, `/events?id=${event.id}`, DESKTOP),
  ]
  await expect(coming.getByText(/ 4 juli .*18:30/).last()).toBeVisible()
  await button(hosting, 'Fler val för eventet').click()
  await hosting.getByRole('menuitem', { name: 'Ändra' }).click()
  await hosting.getByLabel('Tid', { exact: true }).fill('19:15')
  await button(hosting, 'Spara').click()
  await expect(coming.getByText(/ 4 juli .*19:15/).last()).toBeVisible()
  await expect(coming.getByText(`${event.title} har ändrats.`)).toBeVisible()
  await expect(async () => expect((await mailTo(ann.email)).text).toContain('19:15')).toPass()

  await button(hosting, 'Fler val för eventet').click()
  await hosting.getByRole('menuitem', { name: 'Ställ in' }).click()
  await hosting.getByRole('alertdialog').getByRole('button', { name: 'Ställ in' }).click()
  await expect(coming.getByText('Eventet är inställt.')).toBeVisible()
  await expect(button(coming, 'Jag kommer')).toBeHidden()
})

test('an event is exported to calendars as a file, and through a secret URL that can be revoked', async ({
  browser,
}) => {
  const host = await aMember('Värd')
  const event = await eventBy(host)
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
  const address = await page.getByRole('textbox', { name: 'Adress' }).inputValue()
  expect(await (await fetch(address)).text()).toContain(event.title)
  await button(page, 'Sluta dela').click()
  await expect(page.getByText('Adressen gäller inte längre.')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('an event of a group is announced in the group and visible to its members only', {
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
  await page.getByLabel('Datum').fill(fields.date)
  await page.getByLabel('Tid', { exact: true }).fill(fields.time)
  await page.getByLabel('Plats', { exact: true }).fill(fields.place)
  await page.getByLabel('Beskrivning').fill(fields.description)
  await button(page, 'Skapa event').click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  const address = new URL(page.url())

  const reading = await openAs(browser, member, `/groups?id=${group.groupId}&tab=chat`, PHONE)
  await reading
    .getByRole('log')
    .getByRole('link', { name: new RegExp(title) })
    .click()
  await button(reading, 'Jag kommer').click()
  await expect(reading.getByRole('link', { name: new RegExp(member.userName) })).toBeVisible()

  const outside = await openAs(browser, stranger, address.pathname + address.search, DESKTOP)
  await expect(outside.getByText('Ett event i en öppen grupp')).toBeVisible()
  await outside.getByRole('link', { name: 'Till gruppen' }).click()
  await expect(button(outside, 'Gå med')).toBeVisible()
})

test('an event fits beside the list on a small tablet', async ({ browser }) => {
  const host = await aMember('Värd')
  const event = await eventBy(host)
  await as(host).post(`/events/${event.id}/interested`)
  const page = await openAs(browser, host, `/events?id=${event.id}`, { viewport: { width: 640, height: 900 } })
  const readWidth = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  await expect(button(page, 'Ångra svar')).toBeVisible()
  expect(await readWidth(page.getByRole('heading', { name: event.title, level: 2 }))).toBeGreaterThan(180)
  for (const answer of ['Jag kommer', 'Intresserad', 'Ångra svar'])
    expect(await readWidth(button(page, answer)), answer).toBeGreaterThan(100)
})

test('the page scrolls to its top after an event is changed or canceled', async ({ browser }) => {
  const host = await aMember('Värd')
  const event = await eventBy(host)
  const page = await openAs(browser, host, '/events', DESKTOP)
  const top = page.getByRole('heading', { name: 'Event', level: 1 })
  const row = page.getByRole('link', { name: new RegExp(event.title) })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Fler val för eventet')).toBeVisible()
  await expect(row).toBeFocused()
  await button(page, 'Fler val för eventet').click()
  await page.getByRole('menuitem', { name: 'Ändra' }).click()
  await expect(top).toBeFocused()
  await page.getByLabel('Plats', { exact: true }).fill('Köket')
  await button(page, 'Spara').click()
  await expect(page.getByText('Köket').last()).toBeVisible()
  await expect(top).toBeFocused()
  await button(page, 'Fler val för eventet').click()
  await page.getByRole('menuitem', { name: 'Ställ in' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ställ in' }).click()
  await expect(page.getByText(`${event.title} är inställt.`)).toBeVisible()
  await expect(top).toBeFocused()
})
