import * as z from 'zod/mini'
import { Id, Instant, PartyId } from './base.ts'
import { ChatCount, ChatMessage, ChatSummary, ReadPosition } from './chats.ts'
import { EventInfo, OwnEventState } from './events.ts'
import { Group, GroupComment, GroupCount, GroupInfo, GroupInvite, GroupMessage, GroupMessageContent } from './groups.ts'
import { PRESENCE_SUBSCRIPTIONS_MAX } from './limits.ts'
import { Picture } from './media.ts'
import { Badge, MemberLanguage, MemberSettings } from './members.ts'
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

/** Somebody with whom I have a chat or an invite has other photos or badges; their chats with me stay as they are. */
export const PartnerChangedPush = z.object({
  type: z.literal('partner:changed'),
  userName: z.string(),
  profilePhotoUrl: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  badges: z.array(Badge),
})

/** The archive of one's own data is ready, or could not be made. */
export const ExportChangedPush = z.object({ type: z.literal('export:changed') })

/**
 * A new message in a group. As with everything that a whole group hears, `mine` and `ignored` are right for each receiver;
 * what else differs by viewer is not in it.
 */
export const GroupMessagePush = z.object({
  type: z.literal('group:message'),
  groupId: Id,
  version: z.int(),
  message: GroupMessage,
})

/** A message was edited or deleted, its photo is drawn, or the event that it announces has changed. */
export const GroupMessageChangedPush = z.object({
  type: z.literal('group:message-changed'),
  groupId: Id,
  version: z.int(),
  message: GroupMessageContent,
})

/** A comment is new, deleted, or its photo is drawn. */
export const GroupCommentPush = z.object({
  type: z.literal('group:comment'),
  groupId: Id,
  version: z.int(),
  messageId: Id,
  comment: GroupComment,
  commentCount: z.int(),
})

/** Name, text, openness or the number of members changed: to everybody in the group. */
export const GroupInfoPush = z.object({ type: z.literal('group:info'), version: z.int(), info: GroupInfo })

/** What I am in a group changed, or how far I have read in it; a null group is gone from my lists. */
export const GroupChangedPush = z.object({ type: z.literal('group:changed'), groupId: Id, group: z.nullable(Group) })

/** An invite to me is new; a null one has been answered or taken back. */
export const GroupInvitePush = z.object({
  type: z.literal('group:invite'),
  groupId: Id,
  invite: z.nullable(GroupInvite),
})

export const GroupCountPush = z.object({ type: z.literal('group:count'), count: GroupCount })

/**
 * To those whom the event concerns: its host, and whoever has answered. ANSWERED goes to the answerer's own devices and
 * the host, SEAT to who moves up from the queue, REMINDER to who comes. `mine` is null where it has not changed.
 */
export const EventChangedPush = z.object({
  type: z.literal('event:changed'),
  change: z.enum(['CREATED', 'CHANGED', 'CANCELLED', 'ANSWERED', 'SEAT', 'REMINDER']),
  event: EventInfo,
  mine: z.nullable(OwnEventState),
})

/**
 * News have come or gone: `newest` are the ids of the newest, newest first, told to everybody. `seen`: I have opened the list
 * when this was its newest, told to my own devices. What is null has not changed.
 */
export const NewsCountPush = z.object({
  type: z.literal('news:count'),
  newest: z.nullable(z.array(Id)),
  seen: z.nullable(Id),
})

/** The feed has a new entry, told to everybody without saying whose; or this one is gone. */
export const MovieChangedPush = z.object({ type: z.literal('movie:changed'), gone: z.nullable(Id) })

/** Somebody likes my entry for the first time: to its author. */
export const MovieLikedPush = z.object({ type: z.literal('movie:liked'), id: Id, likes: z.int() })

/** A minute of the installation has been measured, or failed jobs were tried again: to the team. */
export const OperationsChangedPush = z.object({ type: z.literal('operations:changed') })

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
  PartnerChangedPush,
  ExportChangedPush,
  GroupMessagePush,
  GroupMessageChangedPush,
  GroupCommentPush,
  GroupInfoPush,
  GroupChangedPush,
  GroupInvitePush,
  GroupCountPush,
  EventChangedPush,
  NewsCountPush,
  MovieChangedPush,
  MovieLikedPush,
  OperationsChangedPush,
])
export type Push = z.infer<typeof Push>
export type PushType = Push['type']
export type PushOf<Type extends PushType> = Extract<Push, { type: Type }>

/** A push and who hears it. An empty list is refused: a room list without rooms would mean everybody. */
export const Envelope = z.object({ to: z.array(PartyId).check(z.minLength(1)), push: Push })
export type Envelope = z.infer<typeof Envelope>

/**
 * A push to those who are in a group at the moment that it leaves. `author` wrote what it is about: `mine` is true for
 * that member, `ignored` for who ignores them.
 */
export const GroupEnvelope = z.object({ group: Id, author: z.nullable(PartyId), push: Push })
export type GroupEnvelope = z.infer<typeof GroupEnvelope>

/** A push to everybody who is connected: one, however many they are. It names nobody and no picture. */
export const EverybodyEnvelope = z.object({ everybody: z.literal(true), push: Push })
export type EverybodyEnvelope = z.infer<typeof EverybodyEnvelope>

export type AnyEnvelope = Envelope | GroupEnvelope | EverybodyEnvelope

export const TypingFrame = z.object({ chatId: Id, typing: z.boolean() })
export const WatchFrame = z.object({ userNames: z.array(UserName).check(z.maxLength(PRESENCE_SUBSCRIPTIONS_MAX)) })

/** What a client may send. `presence:active` tells of input at the keyboard, at most once a minute. */
export type ClientFrames = {
  typing: (frame: z.infer<typeof TypingFrame>) => void
  'presence:watch': (frame: z.infer<typeof WatchFrame>) => void
  'presence:active': () => void
}

/**
 * `ready` follows once the hub hears the member's pushes; everything else is a push under its own type, with the id of the
 * call that it came of.
 */
export type ServerFrames = { [Type in PushType]: (push: PushOf<Type>, requestId?: string) => void } & {
  ready: () => void
}
