import * as z from 'zod/mini'
import { Id, Instant } from './base.ts'
import { ChatCount, ChatMessage, ChatSummary, ReadPosition } from './chats.ts'
import { WATCHED_MEMBERS_MAX } from './limits.ts'
import { Picture } from './media.ts'
import { MemberLanguage, MemberSettings } from './members.ts'
import { UserName } from './names.ts'

/**
 * A new message. `newMessages` is what its receiver now has unread in the chat; `senderRead` is how far the sender has
 * read by sending it, null where receipts are off.
 */
export const ChatMessagePush = z.object({
  type: z.literal('chat:message'),
  chatId: Id,
  version: z.int(),
  newMessages: z.int(),
  senderRead: z.nullable(ReadPosition),
  message: ChatMessage,
})

/** The summary goes along, since preview, ball and unread count may have changed. */
export const ChatMessageDeletedPush = z.object({
  type: z.literal('chat:message-deleted'),
  chat: ChatSummary,
  message: ChatMessage,
})

/** Somebody has read on: the reader's own devices, and the other where both have receipts on. */
export const ChatReadPush = z.object({ type: z.literal('chat:read'), chat: ChatSummary })

/** Ended, ignored or no longer, opened with the team; a null chat is gone from this member's lists. */
export const ChatChangedPush = z.object({ type: z.literal('chat:changed'), chatId: Id, chat: z.nullable(ChatSummary) })

export const ChatCountPush = z.object({ type: z.literal('chat:count'), count: ChatCount })

export const InviteNewPush = z.object({ type: z.literal('invite:new'), chat: ChatSummary })

/** To both when accepted, else to the answerer's own devices only. */
export const InviteAnsweredPush = z.object({
  type: z.literal('invite:answered'),
  chatId: Id,
  answer: z.enum(['ACCEPTED', 'MAYBE', 'DECLINED']),
  chat: z.nullable(ChatSummary),
})

export const TypingPush = z.object({ type: z.literal('typing'), chatId: Id, typing: z.boolean() })

/** `at` is the last sign of life, null for who is offline; the receiver ages `online` by itself. */
export const PresencePush = z.object({
  type: z.literal('presence'),
  members: z.array(z.object({ userName: z.string(), online: z.boolean(), at: z.nullable(Instant) })),
})

/** These sessions are over: their sockets are closed after this. */
export const SessionEndedPush = z.object({ type: z.literal('session:ended'), sessions: z.array(Id) })

/** Profile, settings or language changed on one of the member's devices. */
export const MemberChangedPush = z.object({
  type: z.literal('member:changed'),
  userName: z.string(),
  couple: z.boolean(),
  settings: MemberSettings,
  language: MemberLanguage,
})

/**
 * A picture is drawn, or could not be: to its owner's devices, and for one in a chat to both. `chat` is null while no
 * message carries it.
 */
export const PhotoReadyPush = z.object({
  type: z.literal('photo:ready'),
  photo: Picture,
  chat: z.nullable(z.object({ chatId: Id, messageId: Id, version: z.int() })),
})

/** Something about verification changed between me and this member: asked, withdrawn, confirmed, rejected. */
export const VerificationChangedPush = z.object({ type: z.literal('verification:changed'), userName: z.string() })

/** All that the hub sends, each to the members that its writer named. */
export const Push = z.discriminatedUnion('type', [
  ChatMessagePush,
  ChatMessageDeletedPush,
  ChatReadPush,
  ChatChangedPush,
  ChatCountPush,
  InviteNewPush,
  InviteAnsweredPush,
  TypingPush,
  PresencePush,
  SessionEndedPush,
  MemberChangedPush,
  PhotoReadyPush,
  VerificationChangedPush,
])
export type Push = z.infer<typeof Push>
export type PushType = Push['type']
export type PushOf<Type extends PushType> = Extract<Push, { type: Type }>

/** A push and who hears it. An empty list is refused: a room list without rooms would mean everybody. */
export const Envelope = z.object({ to: z.array(Id).check(z.minLength(1)), push: Push })
export type Envelope = z.infer<typeof Envelope>

export const TypingFrame = z.object({ chatId: Id, typing: z.boolean() })
export const WatchFrame = z.object({ userNames: z.array(UserName).check(z.maxLength(WATCHED_MEMBERS_MAX)) })

/** What a client may send. `presence:active` tells of input at the keyboard, at most once a minute. */
export type ClientFrames = {
  typing: (frame: z.infer<typeof TypingFrame>) => void
  'presence:watch': (frame: z.infer<typeof WatchFrame>) => void
  'presence:active': () => void
}

/** `ready` follows once the hub hears the member's pushes; everything else is a push under its own type. */
export type ServerFrames = { [Type in PushType]: (push: PushOf<Type>) => void } & { ready: () => void }
