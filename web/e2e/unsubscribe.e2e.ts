import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import type { MailPreferences, MemberResponse } from '@app/contract/members/members'
import { expect, type Locator, type Page } from '@playwright/test'
import { openUntilReady } from './support/hub.ts'
import { aMember, as, DESKTOP, freshName, type Member, PHONE, waitForMail } from './support/members.ts'
import { test } from './support/test.ts'

const TEXTS = {
  SWEDISH: {
    lang: 'sv',
    title: 'Färre mejl',
    events: 'Vill du sluta få mejl om event?',
    eventsEnded: 'Du får inga fler mejl om event.',
    allEnded: 'Du får inga fler mejl om meddelanden, inbjudningar, event eller nyheter.',
    end: 'Ja, sluta skicka',
    settings: 'Till inställningarna',
    invalidLink: 'Länken gäller inte längre. Be om ett nytt mejl.',
    login: 'Välkommen in',
  },
  ENGLISH: {
    lang: 'en',
    title: 'Fewer emails',
    events: 'Stop emails about events?',
    eventsEnded: "You won't get any more emails about events.",
    allEnded: "You won't get any more emails about messages, invites, events or news.",
    end: 'Stop these emails',
    settings: 'Go to settings',
    invalidLink: 'Ticket is expired or wrong, request a new email',
    login: 'Welcome',
  },
} as const

type Language = keyof typeof TEXTS

const ALL_EMAILS: MailPreferences = { wantsChatMail: true, wantsEventMail: true, wantsNewsMail: true }
const NO_EMAILS: MailPreferences = { wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false }

const readPreferences = async (member: Member): Promise<MailPreferences | undefined> =>
  (await as(member).get<MemberResponse>(`/members/username/${encodeURIComponent(member.userName)}`)).mailPreferences

/** Creates a member who wants every email and has just received one, and returns its unsubscribe link. */
async function anEmailReader(language: Language): Promise<{ reader: Member; link: string }> {
  const [host, reader] = await Promise.all([aMember('Värd'), aMember('Läsare', { language })])
  await as(reader).post('/members', { mailPreferences: ALL_EMAILS })
  const date = `${new Date().getUTCFullYear() + 1}-07-04`
  const form = { title: freshName('Middag'), description: 'Ta med en filt.', place: 'Parken', date, time: '18:30' }
  const { id } = await as(host).post<Event>('/events/public/', { ...form, paidEvent: false })
  await as(reader).post(`/events/${id}/attending`)
  await as(host).post(`/events/${id}/delete`)
  let link: string | undefined
  await expect(async () => {
    link = /https?:\/\/\S+\/unsubscribe\/token\/\S+/.exec((await waitForMail(reader.email)).text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return { reader, link: link ?? '' }
}

const pathOf = (link: string): string => new URL(link).pathname + new URL(link).search

/** Presses Tab, at most twelve times, until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

for (const [language, device, options] of [
  ['SWEDISH', 'on a phone', PHONE],
  ['ENGLISH', 'on a desktop', DESKTOP],
] as const) {
  const texts = TEXTS[language]
  const button = (page: Page) => page.getByRole('button', { name: texts.end })
  const settings = (page: Page) => page.getByRole('link', { name: texts.settings })

  test.describe(`${language.toLowerCase()}, ${device}`, () => {
    test.use(options)

    test('the link in an email unsubscribes from that kind of email, by keyboard and without a login', async ({
      page,
      browser,
    }) => {
      const { reader, link } = await anEmailReader(language)
      const otherPage = await openUntilReady(browser, reader, '/myprofile?tab=settings&section=notifications')
      const eventSwitch = otherPage.getByRole('switch', {
        name: language === 'SWEDISH' ? 'Event' : 'Events',
        exact: true,
      })
      await expect(eventSwitch).toBeChecked()

      const requests: string[] = []
      page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname))
      await page.goto(pathOf(link))
      await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', texts.lang)
      await expect(page.getByRole('status').filter({ hasText: texts.events })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(requests.filter((path) => path.includes('unsubscribe'))).toEqual([])
      expect(await readPreferences(reader)).toEqual(ALL_EMAILS)

      await tabTo(page, button(page))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: texts.eventsEnded })).toBeVisible()
      await expect(button(page)).toHaveCount(0)
      await page.keyboard.press('Tab')
      await expect(settings(page)).toBeFocused()
      expect(await readPreferences(reader)).toEqual({ ...ALL_EMAILS, wantsEventMail: false })
      await expect(eventSwitch).not.toBeChecked()

      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: texts.login })).toBeVisible()
    })

    test('the one-click URL opens the page in a browser, and the link for all kinds stops all emails', async ({
      page,
    }) => {
      const { reader, link } = await anEmailReader(language)
      await page.goto(pathOf(link).replace('/unsubscribe/token/', '/api/v2/unsubscribe/').replace('e?', 'a?'))
      await expect(page).toHaveURL(/\/unsubscribe\/token\//)
      await button(page).press('Space')
      await expect(page.getByText(texts.allEnded)).toBeVisible()
      expect(await readPreferences(reader)).toEqual(NO_EMAILS)
    })

    test('an invalid link shows an error, changes nothing, and links to the settings', async ({ page }) => {
      const { reader, link } = await anEmailReader(language)
      const truncatedPath = pathOf(link).replace('e?', '?')
      const unknownPath = `/unsubscribe/token/${randomUUID().replaceAll('-', '').padEnd(43, '0')}a?language=${language}`
      for (const path of [truncatedPath, unknownPath]) {
        await page.goto(path)
        await tabTo(page, button(page))
        await page.keyboard.press('Enter')
        await expect(page.getByRole('alert').filter({ hasText: texts.invalidLink })).toBeVisible()
        await expect(button(page)).toBeEnabled()
        await expect(settings(page)).toBeVisible()
      }
      expect(await readPreferences(reader)).toEqual(ALL_EMAILS)
    })
  })
}
