import type { Language } from '@app/contract/text/language'
import { expect, test } from 'vitest'
import { createExampleMails } from '../example-mails/example-mails.ts'
import {
  createAddressChangedContent,
  createAddressTakenContent,
  createAlreadyMemberContent,
  createConfirmAddressContent,
  createConfirmNewAddressContent,
  createEventContent,
  createLogHeadContent,
  createLoginChangedContent,
  createNewDeviceContent,
  createNewPasswordContent,
  createPasskeyAddedContent,
} from './mail-contents.ts'
import { renderMail } from './render-mail.ts'

const URL = 'https://salong.test'
const EVENT = { eventId: '7', eventTime: '2027-01-15T17:30:00.000Z', unsubscribeKey: 'n'.repeat(43) }
/** Functions that create the contents of emails about accounts, the team log and events. */
const CONTENT_FACTORIES = {
  confirmAddress: (language: Language) => createConfirmAddressContent(URL, language, 'a-token_0'),
  alreadyMember: (language: Language) => createAlreadyMemberContent(URL, language),
  newPassword: (language: Language) => createNewPasswordContent(URL, language, 'a-token_0'),
  confirmNewAddress: (language: Language) => createConfirmNewAddressContent(URL, language, 'a-token_0'),
  addressTaken: (language: Language) => createAddressTakenContent(URL, language),
  addressChanged: (language: Language) => createAddressChangedContent(URL, language, 'a-token_0'),
  newDevice: (language: Language) =>
    createNewDeviceContent(URL, language, { device: 'Firefox, Windows', at: EVENT.eventTime, token: 'a-token_0' }),
  passkeyAdded: (language: Language) =>
    createPasskeyAddedContent(URL, language, { name: 'Telefonen', at: EVENT.eventTime, token: 'a-token_0' }),
  loginChanged: (language: Language) =>
    createLoginChangedContent(URL, language, { change: 'PASSWORD_LATER', at: EVENT.eventTime, token: 'a-token_0' }),
  logHead: (language: Language) =>
    createLogHeadContent(URL, language, { id: '1214', hash: 'c4c4', entries: 1_214, previousHash: null }),
  reminder: (language: Language) => createEventContent(URL, language, 'EVENT_REMINDER', EVENT),
  changed: (language: Language) => createEventContent(URL, language, 'EVENT_CHANGED', EVENT),
  cancelled: (language: Language) => createEventContent(URL, language, 'EVENT_CANCELLED', EVENT),
  seat: (language: Language) => createEventContent(URL, language, 'EVENT_SEAT', EVENT),
}

test.each([
  ['confirmAddress', 'SWEDISH', 'Bekräfta din e-postadress', '/registration/token/a-token_0', '24 timmar'],
  ['confirmAddress', 'ENGLISH', 'Confirm your email address', '/registration/token/a-token_0', '24 hours'],
  ['alreadyMember', 'SWEDISH', 'Du har redan ett konto', '/reset-pwd', 'logga in'],
  ['alreadyMember', 'ENGLISH', 'You already have an account', '/reset-pwd', 'log in'],
  ['newPassword', 'SWEDISH', 'Nytt lösenord', '/reset-pwd/token/a-token_0', 'två timmar'],
  ['confirmNewAddress', 'SWEDISH', 'Bekräfta din nya e-postadress', '/email/token/a-token_0', '24 timmar'],
  ['confirmNewAddress', 'ENGLISH', 'Confirm your new email address', '/email/token/a-token_0', '24 hours'],
  ['addressTaken', 'SWEDISH', 'Adressen hör redan till ett konto', '/', 'hör till ett konto'],
  ['addressTaken', 'ENGLISH', 'This address already has an account', '/', 'belongs to an account'],
  ['addressChanged', 'SWEDISH', 'Din e-postadress är bytt', '/email-return/token/a-token_0', 'sju dagar'],
  ['addressChanged', 'ENGLISH', 'Your email address has been changed', '/email-return/token/a-token_0', 'seven days'],
  [
    'passkeyAdded',
    'SWEDISH',
    'En ny passkey',
    '/new-device/token/a-token_0',
    'Telefonen lades till på ditt konto fredag 15 januari kl.\u00a018:30',
  ],
  ['newDevice', 'SWEDISH', 'En ny inloggning', '/new-device/token/a-token_0', 'Firefox, Windows, fredag 15 januari'],
  ['newDevice', 'ENGLISH', 'A new login', '/new-device/token/a-token_0', 'seven days'],
  ['passkeyAdded', 'ENGLISH', 'A new passkey', '/new-device/token/a-token_0', 'Telefonen was added'],
  ['loginChanged', 'SWEDISH', 'Din inloggning har ändrats', '/new-device/token/a-token_0', 'måndag 18 januari'],
  [
    'loginChanged',
    'ENGLISH',
    'Your login has changed',
    '/new-device/token/a-token_0',
    'codes added in the last eight days',
  ],
  ['logHead', 'SWEDISH', 'Loggens sista rad', '/moderation', 'nr 1214: c4c4. Gårdagens: –'],
  ['logHead', 'ENGLISH', "The log's last row", '/moderation', '1,214 rows'],
  ['reminder', 'SWEDISH', 'Påminnelse', '/events?id=7', 'fredag 15 januari kl.\u00a018:30'],
  ['reminder', 'ENGLISH', 'Reminder', '/events?id=7', '15 January at 18:30'],
  ['newPassword', 'ENGLISH', 'New password', '/reset-pwd/token/a-token_0', 'two hours'],
] as const)(
  'renders %s in %s with its link and text, as plain text and as HTML',
  async (kind, language, subject, path, phrase) => {
    const mail = await renderMail(CONTENT_FACTORIES[kind](language))
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(`${URL}${path}`)
    expect(mail.html).toContain(`href="${URL}${path}"`)
    expect(mail.text).toContain(phrase)
    expect(mail.html).toContain(phrase)
    expect(mail.html).toContain(`lang="${language === 'SWEDISH' ? 'sv' : 'en'}"`)
  },
)

const EXAMPLES = createExampleMails(URL).map((content) => [content.language, content.subject, content] as const)

test('creates the example emails in both languages, with different subjects', () => {
  const [swedish, english] = [EXAMPLES.slice(0, EXAMPLES.length / 2), EXAMPLES.slice(EXAMPLES.length / 2)]
  expect(swedish.map(([language]) => language)).toEqual(swedish.map(() => 'SWEDISH'))
  expect(english).toHaveLength(swedish.length)
  for (const [index, [, subject]] of swedish.entries()) expect(subject).not.toBe(english[index]?.[1])
})

test.each(EXAMPLES)(
  'loads no resources and reveals nothing intimate in the %s email: %s',
  async (_language, _subject, content) => {
    const { html, text } = await renderMail(content)
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
    expect(text).not.toMatch(/dejt|dating|sex|singl|par\b|couple|match|chatt?\b/i)
    const urls = html.match(/https?:\/\/[^"'<\s]+/g) ?? []
    expect(urls.filter((url) => !url.startsWith(URL) && !url.startsWith('http://www.w3.org/'))).toEqual([])
  },
)
