import { LANGUAGES, type Language } from '@app/contract/text/language'
import { createDigestContent, type DigestCounts } from '../digests/digest-content.ts'
import type { MailContent } from '../mail/mail-content.ts'
import {
  createAccountDeletedContent,
  createAddressChangedContent,
  createAddressTakenContent,
  createAlreadyMemberContent,
  createAppealDecidedContent,
  createBarredContent,
  createCaseAlertContent,
  createConfirmAddressContent,
  createConfirmNewAddressContent,
  createDecisionContent,
  createEventContent,
  createLogHeadContent,
  createLoginChangedContent,
  createNewDeviceContent,
  createNewPasswordContent,
  createNoticeDecidedContent,
  createNoticeReceivedContent,
  createPasskeyAddedContent,
  createViewLimitContent,
} from '../mail/mail-contents.ts'

const TOKEN = 'demo'.repeat(11).slice(0, 43)
const EVENT = { eventId: '1', eventTime: '2027-06-18T16:30:00.000Z', unsubscribeKey: TOKEN }
const CASE_ALERT = { id: '42', dueAt: '2026-07-04T20:14:00.000Z' }
const LOG_HEAD = { id: '214', hash: 'c4'.repeat(32), entries: 214, previousHash: '7f'.repeat(32) }
const NOTICE_ANSWER = { number: '42', reason: 'TERMS_SPAM', disputeAddress: 'Tvistlösningsnämnden' } as const
const APPEAL_ANSWERS = {
  SWEDISH: 'Bilden är din egen.',
  ENGLISH: 'The picture is your own.',
} satisfies Record<Language, string>
const createStatementLink = (url: string) => ({
  href: `${url}/statement/token/${TOKEN}`,
  until: new Date('2027-07-18T16:30:00.000Z'),
})
const NO_COUNTS: DigestCounts = {
  messages: 0,
  acceptances: 0,
  groups: 0,
  invites: 0,
  groupInvites: 0,
  eventsToday: 0,
  changedEvents: 0,
  newEvents: 0,
  news: 0,
  searches: 0,
}
const MANY_COUNTS = Object.fromEntries(Object.keys(NO_COUNTS).map((topic, index) => [topic, index + 2])) as DigestCounts

const createDigests = (url: string, language: Language, counts: DigestCounts): MailContent[] =>
  [createDigestContent(url, { language, unsubscribeKey: TOKEN, kinds: ['CHATS', 'EVENTS', 'NEWS'] }, counts)].filter(
    (content) => content !== null,
  )

const createMailContents = (url: string, language: Language): MailContent[] => [
  createConfirmAddressContent(url, language, TOKEN),
  createAlreadyMemberContent(url, language),
  createNewPasswordContent(url, language, TOKEN),
  createAccountDeletedContent(url, language, TOKEN),
  createConfirmNewAddressContent(url, language, TOKEN),
  createAddressTakenContent(url, language),
  createAddressChangedContent(url, language, TOKEN),
  createNewDeviceContent(url, language, { device: 'Firefox, Windows', at: EVENT.eventTime, token: TOKEN }),
  createLoginChangedContent(url, language, { change: 'PASSWORD_LATER', at: EVENT.eventTime, token: TOKEN }),
  createPasskeyAddedContent(url, language, { name: 'Veras dator', at: EVENT.eventTime, token: TOKEN }),
  createLogHeadContent(url, language, LOG_HEAD),
  createCaseAlertContent(url, language, CASE_ALERT),
  createViewLimitContent(url, language, { id: LOG_HEAD.id, at: CASE_ALERT.dueAt }),
  createDecisionContent(language, { ...createStatementLink(url), userName: 'Bella' }),
  createAppealDecidedContent(language, {
    ...createStatementLink(url),
    answer: APPEAL_ANSWERS[language],
    isOverturned: true,
  }),
  createAppealDecidedContent(language, { ...createStatementLink(url), answer: null, isOverturned: true }),
  createBarredContent(url, language, '42'),
  createNoticeReceivedContent(url, language, { number: '42', filedAt: CASE_ALERT.dueAt, aimAt: EVENT.eventTime }),
  createNoticeDecidedContent(url, language, { ...NOTICE_ANSWER, kind: 'NOTICE_DECIDED', removed: true }),
  createNoticeDecidedContent(url, language, { ...NOTICE_ANSWER, kind: 'NOTICE_CHANGED', removed: false }),
  createEventContent(url, language, 'EVENT_REMINDER', EVENT),
  createEventContent(url, language, 'EVENT_CHANGED', EVENT),
  createEventContent(url, language, 'EVENT_CANCELLED', EVENT),
  createEventContent(url, language, 'EVENT_SEAT', EVENT),
  ...createDigests(url, language, MANY_COUNTS),
  ...createDigests(url, language, { ...NO_COUNTS, messages: 1 }),
]

/** Creates every kind of email in both languages, with invented data. */
export const createExampleMails = (publicUrl: string): MailContent[] =>
  LANGUAGES.flatMap((language) => createMailContents(publicUrl, language))
