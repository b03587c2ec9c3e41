import type { MailKind } from '@app/contract/members/unsubscribe-tokens'
import { PRODUCT_NAME } from '@app/contract/product'
import type { Language } from '@app/contract/text/language'
import { createFooter } from '../mail/footer.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { getTranslator } from '../mail/texts.ts'

export type DigestKind = Exclude<MailKind, 'ALL'>

/**
 * The possible lines of a digest, in order, each with its kind of email and the path of its link. A line without a kind
 * is only shown below others, and is never the reason for an email.
 */
const LINES = {
  messages: { kind: 'CHATS', path: '/chats' },
  acceptances: { kind: 'CHATS', path: '/chats' },
  groups: { kind: 'CHATS', path: '/groups' },
  invites: { kind: 'CHATS', path: '/chats?tab=invites' },
  groupInvites: { kind: 'CHATS', path: '/groups' },
  eventsToday: { kind: 'EVENTS', path: '/events' },
  changedEvents: { kind: 'EVENTS', path: '/events' },
  newEvents: { kind: 'EVENTS', path: '/events' },
  news: { kind: 'NEWS', path: '/news' },
  searches: { kind: null, path: '/myprofile?tab=settings' },
} as const satisfies Record<string, { kind: DigestKind | null; path: string }>

type Topic = keyof typeof LINES
/** The number of new items per topic. */
export type DigestCounts = Record<Topic, number>
export const TOPICS = Object.keys(LINES) as Topic[]
/** The topics that are a reason for a digest on their own. */
export const REASONS = TOPICS.filter((topic) => LINES[topic].kind !== null)

/** The recipient of a digest, with the wanted kinds of email and the unguessable part of the unsubscribe links. */
type Recipient = { language: Language; unsubscribeKey: string; kinds: DigestKind[] }

/** Creates a digest with counts and no further details. Returns null if there is nothing new of a wanted kind. */
export function createDigestContent(
  publicUrl: string,
  { language, unsubscribeKey, kinds }: Recipient,
  counts: DigestCounts,
): MailContent | null {
  const t = getTranslator(language)
  const isWanted = ({ kind }: (typeof LINES)[Topic]) => kind === null || kinds.includes(kind)
  const shownTopics = TOPICS.filter((topic) => counts[topic] > 0 && isWanted(LINES[topic]))
  const [firstTopic] = shownTopics
  if (!firstTopic || !REASONS.includes(firstTopic)) return null
  return {
    language,
    subject: t('DIGEST.subject'),
    lead: t('DIGEST.lead', { product: PRODUCT_NAME }),
    lines: shownTopics.map((topic) => ({
      label: t(`DIGEST.${topic}`, { count: counts[topic] }),
      href: `${publicUrl}${LINES[topic].path}`,
    })),
    button: { label: t('DIGEST.button', { product: PRODUCT_NAME }), href: `${publicUrl}${LINES[firstTopic].path}` },
    notes: [t('DIGEST.atMostOne')],
    ...createFooter(publicUrl, { language, unsubscribeKey, kinds: [...kinds, 'ALL'], oneClickKind: 'ALL' }),
  }
}
