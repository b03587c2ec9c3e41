import { createUnsubscribeToken, type MailKind } from '@app/contract/members/unsubscribing'
import type { Language } from '@app/contract/text/language'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'
import { createUnsubscribeName } from '@app/server/mails/unsubscribing'
import { sql } from 'kysely'
import type { MailContent } from './mail-content.ts'
import { getTranslator } from './texts.ts'

/** Stores the unsubscribe links of these members, and returns the names in them by member. */
export async function storeUnsubscribeNames(
  db: Database,
  secret: string,
  memberIds: string[],
): Promise<Map<string, string>> {
  const members = await db.selectFrom('members').select(['id', 'registeredAt']).where('id', 'in', memberIds).execute()
  const names = new Map(members.map((member) => [member.id, createUnsubscribeName(secret, member)]))
  await sql`
    insert into unsubscribe_links (hash, "memberId")
    select hash, id from unnest(${[...names.values()].map(hashToken)}::bytea[], ${[...names.keys()]}::bigint[]) as named(hash, id)
    join members using (id) on conflict do nothing`.execute(db)
  return names
}

/**
 * Creates the end of optional mails: for each of these kinds an unsubscribe link to a page that asks for confirmation,
 * and the URL with which email programs unsubscribe from `oneClickKind` in one click.
 */
export function createFooter(
  publicUrl: string,
  language: Language,
  name: string,
  kinds: MailKind[],
  oneClickKind: MailKind,
): Required<Pick<MailContent, 'footer' | 'unsubscribe'>> {
  const t = getTranslator(language)
  const pathTo = (kind: MailKind) => `${createUnsubscribeToken(name, kind)}?language=${language}`
  return {
    footer: {
      text: t('UNSUBSCRIBE.text'),
      links: kinds.map((kind) => ({
        label: t(`UNSUBSCRIBE.${kind}`),
        href: `${publicUrl}/unsubscribe/token/${pathTo(kind)}`,
      })),
    },
    unsubscribe: `${publicUrl}/api/v2/unsubscribe/${pathTo(oneClickKind)}`,
  }
}
