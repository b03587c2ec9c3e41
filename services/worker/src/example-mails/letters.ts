import { LANGUAGES, type Language } from '@app/contract/text/language'
import { type DigestContents, digestLetter } from '../digests/letter.ts'
import type { Letter } from '../mail/letter.ts'
import {
  accountDeleted,
  addressChanged,
  addressTaken,
  alreadyMember,
  confirmAddress,
  confirmNewAddress,
  eventLetter,
  newPassword,
} from '../mail/letters.ts'

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

const digest = (url: string, language: Language, contents: DigestContents): Letter[] =>
  [digestLetter(url, { language, name: TOKEN, kinds: ['CHATS', 'EVENTS', 'NEWS'] }, contents)].filter(
    (letter) => letter !== null,
  )

const createLetters = (url: string, language: Language): Letter[] => [
  confirmAddress(url, language, TOKEN),
  alreadyMember(url, language),
  newPassword(url, language, TOKEN),
  accountDeleted(url, language, TOKEN),
  confirmNewAddress(url, language, TOKEN),
  addressTaken(url, language),
  addressChanged(url, language, TOKEN),
  eventLetter(url, language, 'EVENT_REMINDER', EVENT),
  eventLetter(url, language, 'EVENT_CHANGED', EVENT),
  eventLetter(url, language, 'EVENT_CANCELLED', EVENT),
  eventLetter(url, language, 'EVENT_SEAT', EVENT),
  ...digest(url, language, MANY_CONTENTS),
  ...digest(url, language, { ...NO_CONTENTS, messages: 1 }),
]

/** Returns every mail in both languages, without data of members. */
export const demoLetters = (publicUrl: string): Letter[] =>
  LANGUAGES.flatMap((language) => createLetters(publicUrl, language))
