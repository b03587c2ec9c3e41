import type { Unsigned } from '@app/contract/media'
import {
  type FoundMessages,
  type MessageCursor,
  type MessageHit,
  type SearchMessages,
  toSearchWords,
} from '@app/contract/message-search'
import { AppError } from '@app/server/errors'
import { requireChat } from '@app/server/policies/chats'
import { requireGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { containsWords, toExcerpt } from './excerpts.ts'
import {
  type ChatHitRow,
  type GroupHitRow,
  listChatHits,
  listGroupHits,
  type MessageIds,
  type SearchScope,
  searchPortion,
} from './queries.ts'

type Hit = Unsigned<typeof MessageHit>

const toChatHit = (row: ChatHitRow, excerpt: string): Hit => ({
  chat: {
    chatId: row.chatId,
    partnerName: row.partnerName,
    couple: row.couple,
    profilePhotoUrl: row.profilePhotoUrl,
  },
  group: null,
  messageId: row.messageId,
  parentId: null,
  senderName: row.mine ? row.ownName : row.partnerName,
  mine: row.mine,
  sendTime: row.sendTime,
  excerpt,
})

const toGroupHit = ({ groupId, groupName, message: _message, ...row }: GroupHitRow, excerpt: string): Hit => ({
  ...row,
  chat: null,
  group: { groupId, groupName },
  excerpt,
})

/**
 * Loads the found messages from the primary, newest first. A replica may have found messages that have been deleted or
 * hidden since, or edited so that they no longer match; those are left out.
 */
async function loadHits(
  { db }: MemberCtx,
  scope: SearchScope,
  words: readonly string[],
  { chatMessages, groupMessages }: MessageIds,
): Promise<Hit[]> {
  const [chatRows, groupRows] = await Promise.all([
    chatMessages.length > 0 ? listChatHits(db, scope, chatMessages) : [],
    groupMessages.length > 0 ? listGroupHits(db, scope, groupMessages) : [],
  ])
  const matches = ({ message }: { message: string }) => containsWords(message, words)
  const hits = [
    ...chatRows.filter(matches).map((row) => toChatHit(row, toExcerpt(row.message, words))),
    ...groupRows.filter(matches).map((row) => toGroupHit(row, toExcerpt(row.message, words))),
  ]
  return hits.toSorted((a, b) => b.sendTime.localeCompare(a.sendTime) || Number(b.messageId) - Number(a.messageId))
}

/** Returns the cursor after a portion; the position in a kind of message that the portion lacks stays the same. */
const toNextCursor = (end: MessageCursor, cursor: MessageCursor | undefined): MessageCursor => ({
  chatMessageId: end.chatMessageId ?? cursor?.chatMessageId ?? null,
  groupMessageId: end.groupMessageId ?? cursor?.groupMessageId ?? null,
})

/** Searches a portion of the messages in the caller's chats and groups, or in one of them. */
export async function searchMessages(
  ctx: MemberCtx,
  { words: input, chatId, groupId, cursor }: SearchMessages,
): Promise<Unsigned<typeof FoundMessages>> {
  const { db, limits, member, readReplica } = ctx
  await limits.take('messageSearches', member.accountId)
  if (chatId !== undefined) {
    const { folder } = await requireChat(db, chatId, member, 'read')
    // Searches omit the kept chats of a blocker and the invites that a contact rule put aside.
    if (folder === 'KEPT' || folder === 'FILTERED') throw new AppError('NOT_FOUND')
  }
  if (groupId !== undefined) await requireGroup(db, groupId, member, 'read')
  const scope = { viewerId: member.id, chatId, groupId }
  const words = toSearchWords(input)
  const { result } = await readReplica.read((reader) => searchPortion(reader, scope, words, cursor))
  const { end, searchedTo, hasMore, ...ids } = result
  return {
    hits: await loadHits(ctx, scope, words, ids),
    cursor: hasMore ? toNextCursor(end, cursor) : null,
    searchedTo,
  }
}
