import type { MediaId } from '@app/contract/media'
import { sql } from 'kysely'
import { eitherHasBlocked } from './blocking.ts'
import { selectOpenChat } from './chats.ts'
import { isAbsent } from './group-blocks.ts'
import { isMoviePhotoVisible } from './movie.ts'
import { actingPartyId, isVisibleMember } from './team.ts'

/**
 * Returns a SQL predicate that checks whether the member with the alias `members` is verified. The team counts as
 * verified.
 */
export const isVerified = (members: string): string => `('VERIFIED' = any(${members}.badges))`

/**
 * A SQL predicate that checks whether a photo in an album of `owner` is visible to `viewer`, for statements with
 * `media` and `photos`. Owners see their own. The album PUBLIC is for all members, VERIFIED for verified members whom
 * the owner neither ignores nor has blocked, and PRIVATE for members with the owner's grant while their chat is open.
 */
export const isAlbumVisible = sql<boolean>`(owner.id = viewer.id or case photos.album
  when 'PUBLIC' then true
  when 'VERIFIED' then ${sql.raw(isVerified('viewer'))}
    and not exists (select from ignores where "ignorerId" = owner.id and "ignoredId" = viewer.id)
  when 'PRIVATE' then exists (select from private_grants where "ownerId" = owner.id and "viewerId" = viewer.id)
    and exists (${selectOpenChat(sql`owner.id`, sql`viewer.id`)})
end)`

/**
 * A SQL predicate that checks whether a chat photo is visible to `viewer`. Until a message contains it, only its owner
 * sees it.
 */
const isChatPhotoVisible = sql<boolean>`case when media.carried
  then exists (select from chat_members where "chatId" = media."chatId" and "memberId" = viewer.id and folder <> 'GONE')
  else owner.id = viewer.id end`

const isOwnerBlocked = eitherHasBlocked(sql`owner.id`, sql`viewer.id`)

/** A SQL predicate that checks whether a photo belongs to a comment on a post that is absent for `viewer`. */
const isPostAbsent = sql<boolean>`exists (
  select from group_messages comment join group_messages post on post.id = comment."parentId"
  where comment."mediaId" = media.id and ${sql.raw(isAbsent('viewer.id', 'post'))})`

/**
 * A SQL predicate that checks whether a group photo is visible to `viewer`. Until a message contains it, only its owner
 * sees it. Admins of the group see all; others see none of a member with whom they have a block, and none in comments on
 * a post that a block makes absent.
 */
const isGroupPhotoVisible = sql<boolean>`case when media.carried
  then exists (select from group_members where "groupId" = media."groupId" and "memberId" = viewer.id and not held
    and (admin or not (${isOwnerBlocked} or ${isPostAbsent})))
  else owner.id = viewer.id end`

export type VisiblePicture = { drawnRotation: number; viewerRegisteredAt: string }

/**
 * Returns a query for a rendered picture if the account may see it now. An account without a session sees none. A block
 * between the two hides the owner's pictures, except those in a group from its admins and those in a chat from the
 * blocker.
 */
export const selectVisiblePicture = (mediaId: MediaId, viewerId: string) => sql<VisiblePicture>`
  select media."drawnRotation", account."registeredAt" as "viewerRegisteredAt"
  from media
  join members owner on owner.id = media."ownerId" and owner."deletedAt" is null
  join members account on account.id = ${viewerId} and account."deletedAt" is null
  join members viewer on viewer.id = ${sql.raw(actingPartyId('account'))}
  left join photos on photos."mediaId" = media.id
  where media.id = ${mediaId} and media.state = 'READY'
    and exists (select from sessions where "memberId" = account.id)
    and (owner.id = account.id or ${sql.raw(isVisibleMember('owner'))})
    and case media.kind
      when 'ALBUM' then (owner.id = account.id or ${isAlbumVisible} and not ${isOwnerBlocked}) when 'CHAT' then ${isChatPhotoVisible}
      when 'GROUP' then ${isGroupPhotoVisible} when 'MOVIE' then ${isMoviePhotoVisible} end`
