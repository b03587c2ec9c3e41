import { createUnsubscribeToken, type MailKind } from '@app/contract/members/unsubscribe-tokens'
import type { Language } from '@app/contract/text/language'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'
import { createUnsubscribeKey } from '@app/server/mails/unsubscribe-key'
import { sql } from 'kysely'
import type { MailContent } from './mail-content.ts'
import { getTranslator } from './texts.ts'

/** Stores the unsubscribe links of these members, and returns the keys of the links by member id. */
export async function storeUnsubscribeLinks(
  db: Database,
  secret: string,
  memberIds: string[],
): Promise<Map<string, string>> {
  const members = await db.selectFrom('members').select(['id', 'registeredAt']).where('id', 'in', memberIds).execute()
  const keys = new Map(members.map((member) => [member.id, createUnsubscribeKey(secret, member)]))
  await sql`
    insert into unsubscribe_links (hash, "memberId")
    select hash, id from unnest(${[...keys.values()].map(hashToken)}::bytea[], ${[...keys.keys()]}::bigint[]) as links(hash, id)
    join members using (id) on conflict do nothing`.execute(db)
  return keys
}

type FooterOptions = { language: Language; unsubscribeKey: string; kinds: MailKind[]; oneClickKind: MailKind }

/**
 * Creates the footer of optional emails, with an unsubscribe link for each of `kinds`, which opens a page that asks for
 * confirmation. `unsubscribe` is the URL with which email programs unsubscribe from `oneClickKind` in one click.
 */
export function createFooter(
  publicUrl: string,
  { language, unsubscribeKey, kinds, oneClickKind }: FooterOptions,
): Required<Pick<MailContent, 'footer' | 'unsubscribe'>> {
  const t = getTranslator(language)
  const createTokenPath = (kind: MailKind) => `${createUnsubscribeToken(unsubscribeKey, kind)}?language=${language}`
  return {
    footer: {
      text: t('UNSUBSCRIBE.text'),
      links: kinds.map((kind) => ({
        label: t(`UNSUBSCRIBE.${kind}`),
        href: `${publicUrl}/unsubscribe/token/${createTokenPath(kind)}`,
      })),
    },
    unsubscribe: `${publicUrl}/api/v2/unsubscribe/${createTokenPath(oneClickKind)}`,
  }
}
