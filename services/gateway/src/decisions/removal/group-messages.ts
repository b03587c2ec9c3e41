import type { MediaId } from '@app/contract/media'
import type { Tx } from '@app/server/delivery/transact'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { sql } from 'kysely'
import {
  decrementReadCounts,
  incrementReadCounts,
  recomputePreview,
  writeTombstone,
} from '../../group-chats/changes.ts'
import { forgetEarlierWords } from './chat-messages.ts'
import { type HiddenPicture, hidePicture, showPicture } from './pictures.ts'
import type { Hiding, Remover } from './removal.ts'

/** A hidden post or comment, as it was before, with the times of its last update and that of its post. */
export type HiddenMessage = {
  message: string | null
  picture: HiddenPicture | null
  lastUpdate: string
  parentUpdate: string | null
}

type StoredMessage = {
  parentId: string | null
  message: string | null
  mediaId: MediaId | null
  deletedAt: string | null
  removedBy: string | null
  lastUpdate: string
  parentUpdate: string | null
}

/** Finds a post or comment of a group. */
async function findMessage({ db }: Tx, groupId: string, messageId: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<StoredMessage>`
    select m."parentId", m.message, m."mediaId", m."deletedAt", m."removedBy", m."lastUpdate",
      parent."lastUpdate" as "parentUpdate"
    from group_messages m left join group_messages parent on parent.id = m."parentId"
    where m.id = ${messageId} and m."groupId" = ${groupId}`.execute(db)
  return rows[0]
}

/**
 * Turns a post or comment into a tombstone; comments below a post stay. Returns null if it is one already. The caller
 * holds the group's lock.
 */
export async function hideGroupMessage(
  tx: Tx,
  groupId: string,
  messageId: string,
  hiding: Hiding,
): Promise<HiddenMessage | null> {
  const stored = await findMessage(tx, groupId, messageId)
  if (!stored || stored.deletedAt) return null
  const { parentId, message, mediaId, lastUpdate, parentUpdate } = stored
  const picture = mediaId && (await hidePicture(tx, mediaId, hiding))
  await writeTombstone(tx, groupId, { id: messageId, parentId })
  await sql`update group_messages set "removedBy" = ${hiding.decisionId} where id = ${messageId}`.execute(tx.db)
  if (!parentId) await decrementReadCounts(tx.db, groupId, messageId)
  await recomputePreview(tx.db, groupId)
  await notifyGroupMessage(tx, messageId)
  return { message, picture: picture || null, lastUpdate, parentUpdate }
}

/** Returns whether the message can be shown: it has text or its picture, or announces an event and never had either. */
const canShow = ({ message, picture }: HiddenMessage, isPictureShown: boolean): boolean =>
  message !== null || picture === null || isPictureShown

/**
 * Restores a post or comment under the group's next version, and the counters of its group, its readers and its post.
 * Returns false if this decision no longer hides it, or if nothing of it is left. The caller holds the group's lock.
 */
export async function showGroupMessage(
  tx: Tx,
  groupId: string,
  messageId: string,
  { hidden, decisionId }: { hidden: HiddenMessage; decisionId: string },
): Promise<boolean> {
  const stored = await findMessage(tx, groupId, messageId)
  if (!stored || stored.removedBy !== decisionId) return false
  const { message, picture, lastUpdate, parentUpdate } = hidden
  const { parentId, deletedAt } = stored
  const isPictureShown = picture !== null && (await showPicture(tx, picture, decisionId))
  if (!canShow(hidden, isPictureShown)) return false
  await sql`
    with "group" as (
      update groups set version = version + 1, posts = posts + ${parentId ? 0 : 1}::integer where id = ${groupId}
      returning version
    ), parent as (
      update group_messages m set version = "group".version, "commentCount" = "commentCount" + 1,
        "lastUpdate" = case m."lastUpdate" when ${deletedAt}::timestamptz then ${parentUpdate}::timestamptz else m."lastUpdate" end
      from "group" where m.id = ${parentId}
    )
    update group_messages m set message = ${message}, "mediaId" = ${isPictureShown ? picture.mediaId : null},
      "deletedAt" = null, "removedBy" = null, "lastUpdate" = ${lastUpdate}, version = "group".version
    from "group" where m.id = ${messageId}`.execute(tx.db)
  await forgetEarlierWords(tx, 'GROUP', messageId, deletedAt)
  if (!parentId) await incrementReadCounts(tx.db, groupId, messageId)
  await recomputePreview(tx.db, groupId)
  await notifyGroupMessage(tx, messageId)
  return true
}

export const groupMessageRemover: Remover = {
  async remove(tx, { contentId, parentId }, hiding) {
    const hidden = await hideGroupMessage(tx, parentId ?? '', contentId, hiding)
    return hidden && JSON.stringify(hidden)
  },
  restore: (tx, { content, contentId, parentId, decisionId }) =>
    showGroupMessage(tx, parentId ?? '', contentId, { hidden: content as unknown as HiddenMessage, decisionId }),
}
