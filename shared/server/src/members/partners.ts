import type { MediaReference } from '@app/contract/media'
import type { Badge } from '@app/contract/members/members'
import { sql } from 'kysely'
import type { Tx } from '../delivery/transact.ts'
import { profilePhotoUrl } from '../photos/pictures.ts'
import { isVisibleMember } from '../policies/team.ts'

/**
 * Only partners with the most recently changed chats are notified; the others see the change when they open the chat.
 */
const NOTIFIED_PARTNERS_MAX = 200

type PartnerAppearance = {
  userName: string
  profilePhotoUrl: MediaReference | null
  photoUrl: MediaReference | null
  badges: Badge[]
  partnerIds: string[]
}

/**
 * Notifies the partners of these members, in chats and invites, of the members' current photos and badges. Recipients of
 * an invite that was put aside receive no push about the inviter.
 */
export async function notifyPartners({ db, notify }: Pick<Tx, 'db' | 'notify'>, ...memberIds: string[]): Promise<void> {
  const { rows } = await sql<PartnerAppearance>`
    select m."userName", m.badges, ${profilePhotoUrl('m', 'small')} as "profilePhotoUrl",
      ${profilePhotoUrl('m', 'medium')} as "photoUrl",
      array(
        select theirs."memberId" from chat_members theirs join chats c on c.id = theirs."chatId"
        where theirs."otherId" = m.id and theirs.folder not in ('GONE', 'KEPT', 'FILTERED') and not c."creatorIgnores" and not c."invitedIgnores"
        order by theirs."lastUpdate" desc limit ${NOTIFIED_PARTNERS_MAX}) as "partnerIds"
    from members m
    where m.id = any(${memberIds}::bigint[]) and ${sql.raw(isVisibleMember('m'))}`.execute(db)
  for (const { partnerIds, ...appearance } of rows)
    if (partnerIds.length > 0) notify([...new Set(partnerIds)], { type: 'partner:changed', ...appearance })
}
