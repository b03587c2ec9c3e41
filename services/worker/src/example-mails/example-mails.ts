import { LANGUAGES, type Language } from '@app/contract/text/language'
import { createDigestContent, type DigestContents } from '../digests/digest-content.ts'
import type { MailContent } from '../mail/mail-content.ts'
import {
  accountDeleted,
  addressChanged,
  addressTaken,
  alreadyMember,
  confirmAddress,
  confirmNewAddress,
  createEventContent,
  newPassword,
} from '../mail/mail-contents.ts'

const TOKEN = 'demo'.repeat(11).slice(0, 43)
const EVENT = { eventId: '1', eventTime: '2027-06-18T16:30:00.000Z', name: TOKEN }
const NO_CONTENTS: DigestContents = {
  messages: 0,
  groups: 0,
  invites: 0,
  groupInvites: 0,
  eventsToday: 0,
  changedEvents: 0,
  newEvents: 0,
  news: 0,
}
const MANY_CONTENTS = Object.fromEntries(
  Object.keys(NO_CONTENTS).map((count, index) => [count, index + 2]),
) as DigestContents

const digest = (url: string, language: Language, contents: DigestContents): MailContent[] =>
  [createDigestContent(url, { language, name: TOKEN, kinds: ['CHATS', 'EVENTS', 'NEWS'] }, contents)].filter(
    (content) => content !== null,
  )

const createMailContents = (url: string, language: Language): MailContent[] => [
  confirmAddress(url, language, TOKEN),
  alreadyMember(url, language),
  newPassword(url, language, TOKEN),
  accountDeleted(url, language, TOKEN),
  confirmNewAddress(url, language, TOKEN),
  addressTaken(url, language),
  addressChanged(url, language, TOKEN),
  createEventContent(url, language, 'EVENT_REMINDER', EVENT),
  createEventContent(url, language, 'EVENT_CHANGED', EVENT),
  createEventContent(url, language, 'EVENT_CANCELLED', EVENT),
  createEventContent(url, language, 'EVENT_SEAT', EVENT),
  ...digest(url, language, MANY_CONTENTS),
  ...digest(url, language, { ...NO_CONTENTS, messages: 1 }),
]

/** Returns every email in both languages, without data of members. */
export const createExampleMails = (publicUrl: string): MailContent[] =>
  LANGUAGES.flatMap((language) => createMailContents(publicUrl, language))
