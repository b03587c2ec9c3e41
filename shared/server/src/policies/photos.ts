import { sql } from 'kysely'

/** Between these two members stands an open chat, and neither ignores the other. */
const openBetween = sql`exists (
  select from chats where least("creatorId", "invitedId") = least(owner.id, viewer.id)
    and greatest("creatorId", "invitedId") = greatest(owner.id, viewer.id)
    and state = 'OPEN' and not "creatorIgnores" and not "invitedIgnores")`

/**
 * The one rule for photos, for statements with `media`, `photos`, and the members `owner` and `viewer`. PUBLIC ones are for
 * all members; VERIFIED ones for verified members whom the owner does not ignore; PRIVATE ones for whom the owner has
 * granted them, as long as their chat is open.
 */
export const albumIsOpen = sql<boolean>`(owner.id = viewer.id or case photos.album
  when 'PUBLIC' then true
  when 'VERIFIED' then ('VERIFIED' = any(viewer.badges) or viewer.level = 'ADMIN')
    and not exists (select from ignores where "ignorerId" = owner.id and "ignoredId" = viewer.id)
  when 'PRIVATE' then exists (select from private_grants where "ownerId" = owner.id and "viewerId" = viewer.id)
    and ${openBetween}
end)`

/** A photo in a chat is for the two who still have the chat, and before a message carries it for its owner alone. */
export const chatPhotoIsOpen = sql<boolean>`case when media.carried
  then exists (select from chat_members where "chatId" = media."chatId" and "memberId" = viewer.id and folder <> 'GONE')
  else owner.id = viewer.id end`
