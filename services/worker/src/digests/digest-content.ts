import type { MailKind } from '@app/contract/members/unsubscribing'
import { PRODUCT_NAME } from '@app/contract/product'
import type { Language } from '@app/contract/text/language'
import { createFooter } from '../mail/footer.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { getTranslator } from '../mail/texts.ts'

export type Kind = Exclude<MailKind, 'ALL'>

/** The possible lines of a digest, in their order, each with its kind of email and the path that it links to. */
const LINES = {
  messages: { kind: 'CHATS', path: '/chats' },
  groups: { kind: 'CHATS', path: '/groups' },
  invites: { kind: 'CHATS', path: '/chats?tab=invites' },
  groupInvites: { kind: 'CHATS', path: '/groups' },
  eventsToday: { kind: 'EVENTS', path: '/events' },
  changedEvents: { kind: 'EVENTS', path: '/events' },
  newEvents: { kind: 'EVENTS', path: '/events' },
  news: { kind: 'NEWS', path: '/news' },
} as const satisfies Record<string, { kind: Kind; path: string }>

type Count = keyof typeof LINES
export type DigestContents = Record<Count, number>
export const COUNTS = Object.keys(LINES) as Count[]

/** The recipient of a digest; `kinds` are the wanted kinds of email. */
type Recipient = { language: Language; name: string; kinds: Kind[] }

/** Returns a digest with counts per topic and no further details, or null if all counts are zero. */
export function createDigestContent(
  publicUrl: string,
  { language, name, kinds }: Recipient,
  contents: DigestContents,
): MailContent | null {
  const t = getTranslator(language)
  const shownCounts = COUNTS.filter((count) => contents[count] > 0 && kinds.includes(LINES[count].kind))
  const [first] = shownCounts
  if (!first) return null
  return {
    language,
    subject: t('DIGEST.subject'),
    lead: t('DIGEST.lead', { product: PRODUCT_NAME }),
    lines: shownCounts.map((count) => ({
      label: t(`DIGEST.${count}`, { count: contents[count] }),
      href: `${publicUrl}${LINES[count].path}`,
    })),
    button: { label: t('DIGEST.button', { product: PRODUCT_NAME }), href: `${publicUrl}${LINES[first].path}` },
    notes: [t('DIGEST.atMostOne')],
    ...createFooter(publicUrl, language, name, [...kinds, 'ALL'], 'ALL'),
  }
}
