import * as z from 'zod/mini'
import { Id, Instant } from './base.ts'
import { MESSAGE_SEARCH_LENGTH, MESSAGE_SEARCH_WORDS_MAX } from './limits.ts'
import { MediaUrl } from './media.ts'
import { MemberName } from './text/name-schemas.ts'
import { isStorable, isVisible, normalizeText } from './text/normalize.ts'
import type { Problem } from './text/problems.ts'

/** Returns the different words of a search, folded for case. */
export const toSearchWords = (input: string): string[] => [
  ...new Set(normalizeText(input).toLowerCase().split(/\s+/).filter(Boolean)),
]

/** Returns the problem of the words of a search, or null. */
export function findSearchWordsProblem(input: string): Problem | null {
  const { length } = normalizeText(input)
  if (length < MESSAGE_SEARCH_LENGTH.min || !isVisible(input)) return 'message.short'
  if (length > MESSAGE_SEARCH_LENGTH.max) return 'text.long'
  if (!isStorable(input)) return 'text.characters'
  return toSearchWords(input).length > MESSAGE_SEARCH_WORDS_MAX ? 'field.invalid' : null
}

/** The position from which a search continues: the messages before these ids; null means from the newest one. */
export const MessageCursor = z.object({ chatMessageId: z.nullable(Id), groupMessageId: z.nullable(Id) })
export type MessageCursor = z.infer<typeof MessageCursor>

/** Searches in the caller's chats and groups, or in one of them. */
export const SearchMessages = z
  .object({
    /** Words separated by spaces. A message matches if it contains each of them, even as a part of a longer word. */
    words: z.string().check(
      z.check((payload) => {
        const problem = findSearchWordsProblem(payload.value)
        if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
      }),
    ),
    chatId: z.optional(Id),
    groupId: z.optional(Id),
    cursor: z.optional(MessageCursor),
  })
  .check(
    z.refine(({ chatId, groupId }) => chatId === undefined || groupId === undefined, {
      error: 'field.invalid',
      path: ['groupId'],
    }),
  )
export type SearchMessages = z.infer<typeof SearchMessages>

/** A message that contains all words of a search, in either a chat or a group. */
export const MessageHit = z.object({
  chat: z.nullable(
    z.object({
      chatId: Id,
      partnerName: MemberName,
      /** The partner is a couple. */
      couple: z.boolean(),
      profilePhotoUrl: z.nullable(MediaUrl),
    }),
  ),
  group: z.nullable(z.object({ groupId: Id, groupName: z.string() })),
  messageId: Id,
  /** The post that this comment is about; null if it is not a comment. */
  parentId: z.nullable(Id),
  senderName: MemberName,
  mine: z.boolean(),
  sendTime: Instant,
  /** The part of the message around the first of the words. Markdown; an ellipsis marks where it was cut. */
  excerpt: z.string(),
})
export type MessageHit = z.infer<typeof MessageHit>
MessageHit.register(z.globalRegistry, { id: 'MessageHit' })

/** One portion of a search, newest first. */
export const FoundMessages = z.object({
  hits: z.array(MessageHit),
  /** Continues the search; null if all messages have been searched. */
  cursor: z.nullable(MessageCursor),
  /** The time of the oldest message that has been searched; null if there was none. */
  searchedTo: z.nullable(Instant),
})
export type FoundMessages = z.infer<typeof FoundMessages>
