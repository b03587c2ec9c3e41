import type { MediaId } from '@app/contract/media'
import type { Album } from '@app/contract/photos'
import { sql } from 'kysely'
import { isVerified } from '../badges.ts'
import { isVisibleMember, partyOf } from '../team.ts'
import { selectOpenChat } from './chats.ts'
import { isMoviePhotoVisible } from './movie.ts'

/**
 * The one rule for photos, for statements with `media`, `photos`, and the members `owner` and `viewer`. PUBLIC ones are for
 * all members; VERIFIED ones for verified members whom the owner does not ignore; PRIVATE ones for whom the owner has
 * granted them, as long as their chat is open.
 */
export const isAlbumVisible = sql<boolean>`(owner.id = viewer.id or case photos.album
  when 'PUBLIC' then true
  when 'VERIFIED' then ${sql.raw(isVerified('viewer'))}
    and not exists (select from ignores where "ignorerId" = owner.id and "ignoredId" = viewer.id)
  when 'PRIVATE' then exists (select from private_grants where "ownerId" = owner.id and "viewerId" = viewer.id)
    and exists (${selectOpenChat(sql`owner.id`, sql`viewer.id`)})
end)`

/** A photo in a chat is for the two who still have the chat, and before a message carries it for its owner alone. */
const isChatPhotoVisible = sql<boolean>`case when media.carried
  then exists (select from chat_members where "chatId" = media."chatId" and "memberId" = viewer.id and folder <> 'GONE')
  else owner.id = viewer.id end`

/** A photo in a group is for those who are in it at this moment, and before a message carries it for its owner alone. */
const isGroupPhotoVisible = sql<boolean>`case when media.carried
  then exists (select from group_members where "groupId" = media."groupId" and "memberId" = viewer.id and not held)
  else owner.id = viewer.id end`

export type VisiblePicture = { drawnRotation: number; album: Album | null; viewerRegisteredAt: string }

/** A drawn picture, if the account may see it at this moment: without a session nobody sees anything. */
export const selectVisiblePicture = (mediaId: MediaId, viewerId: string) => sql<VisiblePicture>`
  select media."drawnRotation", photos.album, account."registeredAt" as "viewerRegisteredAt"
  from media
  join members owner on owner.id = media."ownerId" and owner."deletedAt" is null
  join members account on account.id = ${viewerId} and account."deletedAt" is null
  join members viewer on viewer.id = ${sql.raw(partyOf('account'))}
  left join photos on photos."mediaId" = media.id
  where media.id = ${mediaId} and media.state = 'READY'
    and exists (select from sessions where "memberId" = account.id)
    and (owner.id = account.id or ${sql.raw(isVisibleMember('owner'))})
    and case media.kind when 'ALBUM' then (owner.id = account.id or ${isAlbumVisible}) when 'CHAT' then ${isChatPhotoVisible}
      when 'GROUP' then ${isGroupPhotoVisible} when 'MOVIE' then ${isMoviePhotoVisible} end`
