import * as z from 'zod/mini'
import { Id, Instant, PartyId } from './base.ts'
import { ChatCount, ChatMessage, ChatSummary, ReadPosition } from './chats.ts'
import { EventInfo, OwnEventState } from './events.ts'
import { Group, GroupComment, GroupCount, GroupInfo, GroupInvite, GroupMessage, GroupMessageContent } from './groups.ts'
import { PRESENCE_SUBSCRIPTIONS_MAX } from './limits.ts'
import { MediaUrl, Picture, type Unsigned } from './media.ts'
import { Badge, MemberLanguage, MemberSettings } from './members/members.ts'
import { Reaction } from './reactions.ts'
import { ReportState } from './safety/reports.ts'
import { UserName } from './text/name-schemas.ts'

/**
 * A new message in a chat. `newMessages` is the recipient's new unread count in the chat; `senderRead` is the sender's
 * new reading position, null if read receipts are off.
 */
export const ChatMessagePush = z.object({
  type: z.literal('chat:message'),
  chatId: Id,
  version: z.int(),
  newMessages: z.int(),
  senderRead: z.nullable(ReadPosition),
  message: ChatMessage,
})

/**
 * A message was deleted, or restored by the team. Contains the summary, since the preview, the ball and the unread
 * count may have changed.
 */
export const ChatMessageDeletedPush = z.object({
  type: z.literal('chat:message-deleted'),
  chat: ChatSummary,
  message: ChatMessage,
})

/**
 * A message was edited, or a reaction to it set or removed. Contains the summary, since the preview or the ball may
 * have changed. The unread count has not.
 */
export const ChatMessageChangedPush = z.object({
  type: z.literal('chat:message-changed'),
  chat: ChatSummary,
  message: ChatMessage,
})

/** A new reading position, sent to the reader's own devices, and to the partner if both have read receipts on. */
export const ChatReadPush = z.object({ type: z.literal('chat:read'), chat: ChatSummary })

/**
 * A chat changed in a way that has no push of its own, such as its end, a grant, or a new name of the partner, or
 * because one of the two started or stopped ignoring the other. If `chat` is null, it disappears from the recipient's
 * lists.
 */
export const ChatChangedPush = z.object({ type: z.literal('chat:changed'), chatId: Id, chat: z.nullable(ChatSummary) })

export const ChatCountPush = z.object({ type: z.literal('chat:count'), count: ChatCount })

/** A new invite to chat. */
export const InviteNewPush = z.object({ type: z.literal('invite:new'), chat: ChatSummary })

/**
 * An invite was answered, or its recipient moved it out of the invites that their contact rule put aside (MOVED). Sent
 * to both members if accepted, otherwise only to the recipient's own devices.
 */
export const InviteAnsweredPush = z.object({
  type: z.literal('invite:answered'),
  chatId: Id,
  answer: z.enum(['ACCEPTED', 'MAYBE', 'DECLINED', 'MOVED']),
  chat: z.nullable(ChatSummary),
})

/** The other member of a chat started or stopped typing. */
export const TypingPush = z.object({ type: z.literal('typing'), chatId: Id, typing: z.boolean() })

/**
 * A change to presence. `at` is the time of the last activity, null for offline members. Clients expire `online`
 * themselves.
 */
export const PresencePush = z.object({
  type: z.literal('presence'),
  members: z.array(z.object({ userName: z.string(), online: z.boolean(), at: z.nullable(Instant) })),
})

/**
 * These sessions were revoked or expired; the hub closes their sockets after this push. With `registeredAt`, the hub
 * also closes the sockets of every account that had the recipient's id but registered at another time. With `suspended`,
 * a decision of the team has ended them.
 */
export const SessionEndedPush = z.object({
  type: z.literal('session:ended'),
  sessions: z.array(Id),
  registeredAt: z.optional(Instant),
  suspended: z.optional(z.boolean()),
})

/** The member's profile, settings or language changed on one of their devices. */
export const MemberChangedPush = z.object({
  type: z.literal('member:changed'),
  userName: z.string(),
  couple: z.boolean(),
  settings: MemberSettings,
  language: MemberLanguage,
})

/**
 * A picture was rendered, or rendering it failed. Sent to its owner's devices, and also to the other member if a chat
 * message contains it, unless the two are a blocked pair. `chat` is null for all other pictures.
 */
export const PhotoReadyPush = z.object({
  type: z.literal('photo:ready'),
  photo: Picture,
  chat: z.nullable(z.object({ chatId: Id, messageId: Id, version: z.int() })),
})

/**
 * The verification state between the recipient and this member changed: requested, withdrawn, confirmed or rejected.
 */
export const VerificationChangedPush = z.object({ type: z.literal('verification:changed'), userName: z.string() })

/**
 * The photo or the badges of the recipient's partner in a chat or an invite changed; the chats themselves did not.
 */
export const PartnerChangedPush = z.object({
  type: z.literal('partner:changed'),
  userName: z.string(),
  profilePhotoUrl: z.nullable(MediaUrl),
  photoUrl: z.nullable(MediaUrl),
  badges: z.array(Badge),
})

/** The archive of the member's data is ready, or building it failed. */
export const ExportChangedPush = z.object({ type: z.literal('export:changed') })

/**
 * A new message in a group. As in every push to a group, `mine`, `ignored` and the quote are set for each recipient;
 * `reactions` and the answer to an event, which also differ by viewer, are left out of changed messages.
 */
export const GroupMessagePush = z.object({
  type: z.literal('group:message'),
  groupId: Id,
  version: z.int(),
  message: GroupMessage,
})

/** A message was edited or deleted, its photo was rendered, or the event that it announces changed. */
export const GroupMessageChangedPush = z.object({
  type: z.literal('group:message-changed'),
  groupId: Id,
  version: z.int(),
  message: GroupMessageContent,
})

/**
 * A comment was created, edited or deleted, or its photo was rendered. Clients keep its reactions unless it is deleted.
 */
export const GroupCommentPush = z.object({
  type: z.literal('group:comment'),
  groupId: Id,
  version: z.int(),
  messageId: Id,
  comment: GroupComment,
  commentCount: z.int(),
})

/**
 * A member set or removed a reaction to a post (`parentId` null) or a comment. Contains no counts, since they differ by
 * recipient: clients subtract one from `previous` and add one to `reaction`. Members from whom the reacting member is
 * hidden receive no push. `mine` is true for the reacting member.
 */
export const GroupReactionPush = z.object({
  type: z.literal('group:reaction'),
  groupId: Id,
  version: z.int(),
  messageId: Id,
  parentId: z.nullable(Id),
  mine: z.boolean(),
  previous: z.nullable(Reaction),
  reaction: z.nullable(Reaction),
})

/**
 * The name, description, openness or member count of a group changed; sent to all its members. Members from whom
 * another one is hidden receive `group:changed` with their own view instead.
 */
export const GroupInfoPush = z.object({ type: z.literal('group:info'), version: z.int(), info: GroupInfo })

/**
 * The recipient's role, reading position or own view of a group changed. If `group` is null, it disappears from their
 * lists. With `reload`, another member became visible or invisible to the recipient, so that loaded messages are out of
 * date.
 */
export const GroupChangedPush = z.object({
  type: z.literal('group:changed'),
  groupId: Id,
  group: z.nullable(Group),
  reload: z.optional(z.boolean()),
})

/**
 * An invite that the recipient can answer; `invite` is null if it can no longer be answered, for example because it was
 * answered, withdrawn or removed.
 */
export const GroupInvitePush = z.object({
  type: z.literal('group:invite'),
  groupId: Id,
  invite: z.nullable(GroupInvite),
})

export const GroupCountPush = z.object({ type: z.literal('group:count'), count: GroupCount })

/**
 * An event changed; sent to its hosts and the members who have answered. CREATED is only sent to the author's devices,
 * ANSWERED to the devices of the member who answered and to the hosts, SEAT to a member who got a seat from the queue,
 * REMINDER to the members who are attending. `mine` is null if it has not changed.
 */
export const EventChangedPush = z.object({
  type: z.literal('event:changed'),
  change: z.enum(['CREATED', 'CHANGED', 'CANCELLED', 'ANSWERED', 'SEAT', 'REMINDER']),
  event: EventInfo,
  mine: z.nullable(OwnEventState),
})

/**
 * News items were published or deleted: `newest` lists the newest ids, newest first, and is sent to everybody. `seen`
 * is the newest item at the time when the member last opened the list, and is sent to their own devices. A null field
 * has not changed.
 */
export const NewsCountPush = z.object({
  type: z.literal('news:count'),
  newest: z.nullable(z.array(Id)),
  seen: z.nullable(Id),
})

/**
 * The feed has a new entry, whose author the push does not reveal, or the entry `gone` was removed. Sent to everybody;
 * the removal of an entry that only its author could see is sent only to the author.
 */
export const MovieChangedPush = z.object({ type: z.literal('movie:changed'), gone: z.nullable(Id) })

/** A member liked the recipient's entry for the first time; sent to its author. */
export const MovieLikedPush = z.object({ type: z.literal('movie:liked'), id: Id, likes: z.int() })

/** The state of one of the recipient's own reports changed. */
export const ReportChangedPush = z.object({ type: z.literal('report:changed'), id: Id, state: ReportState })

/**
 * A decision about the recipient was made, read, confirmed or undone, or an appeal against it was answered. `unread`
 * counts the statements that they have to read, `removed` their posts, photos and other content that decisions hide.
 */
export const DecisionPush = z.object({ type: z.literal('decision:new'), id: Id, unread: z.int(), removed: z.int() })

/** A case changed; sent to the team. It contains nothing else, since not every admin has the duty to read cases. */
export const CaseChangedPush = z.object({
  type: z.literal('case:changed'),
  id: Id,
  version: z.int(),
  critical: z.boolean(),
})

/** The metrics of a new minute are available, or failed jobs were retried; sent to the team. */
export const OperationsChangedPush = z.object({ type: z.literal('operations:changed') })

/**
 * The member's passkeys, recovery codes, or use of the password changed. `by` is the session that made the change;
 * absent if no session did.
 */
export const PasskeysChangedPush = z.object({ type: z.literal('passkeys:changed'), by: z.optional(Id) })

/**
 * The recipient has blocked this member, or ended the block. Sent only to the recipient's own devices, which after a
 * block remove everything that they have stored about the member.
 */
export const BlockChangedPush = z.object({
  type: z.literal('block:changed'),
  userName: z.string(),
  blocked: z.boolean(),
})

/** The recipient's saved searches changed. */
export const SearchesChangedPush = z.object({ type: z.literal('searches:changed') })

/** Any push. */
export const Push = z.discriminatedUnion('type', [
  ChatMessagePush,
  ChatMessageDeletedPush,
  ChatMessageChangedPush,
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
  GroupReactionPush,
  GroupInfoPush,
  GroupChangedPush,
  GroupInvitePush,
  GroupCountPush,
  EventChangedPush,
  NewsCountPush,
  MovieChangedPush,
  MovieLikedPush,
  CaseChangedPush,
  OperationsChangedPush,
  PasskeysChangedPush,
  ReportChangedPush,
  DecisionPush,
  BlockChangedPush,
  SearchesChangedPush,
])
export type Push = z.infer<typeof Push>
export type PushType = Push['type']
export type PushOf<Type extends PushType> = Extract<Push, { type: Type }>

/** A push as it is written and published: the hub signs its pictures for each recipient. */
export type UnsignedPush = Unsigned<typeof Push>
export type UnsignedPushOf<Type extends PushType> = Extract<UnsignedPush, { type: Type }>

/** Pushes that can be sent to everybody: they contain no member's name and no picture. */
export const EverybodyPush = z.discriminatedUnion('type', [NewsCountPush, MovieChangedPush])
export type EverybodyPush = z.infer<typeof EverybodyPush>

/** A push and its recipients, of which there is at least one. */
export const Envelope = z.object({ to: z.array(PartyId).check(z.minLength(1)), push: Push })
export type Envelope = Unsigned<typeof Envelope>

/**
 * A push to the members that a group has at the time of sending. `author` is the author of the message in the push, or
 * the member who reacted; null if there is neither. `mine` is set for that member, `ignored` for members who ignore
 * them. The members in `reloadFor` receive `group:changed` with their own view and `reload` instead of this push.
 */
export const GroupEnvelope = z.object({
  group: Id,
  author: z.nullable(PartyId),
  push: Push,
  reloadFor: z.optional(z.union([z.literal('all'), z.array(PartyId)])),
})
export type GroupEnvelope = Unsigned<typeof GroupEnvelope>

/** A push to all connected members. */
export const EverybodyEnvelope = z.object({ everybody: z.literal(true), push: EverybodyPush })
export type EverybodyEnvelope = z.infer<typeof EverybodyEnvelope>

export type AnyEnvelope = Envelope | GroupEnvelope | EverybodyEnvelope

export const TypingFrame = z.object({ chatId: Id, typing: z.boolean() })
export const WatchFrame = z.object({ userNames: z.array(UserName).check(z.maxLength(PRESENCE_SUBSCRIPTIONS_MAX)) })

/**
 * Messages from the client to the hub. `presence:active` reports input by the member; the web client sends it at most once
 * a minute.
 */
export type ClientFrames = {
  typing: (frame: z.infer<typeof TypingFrame>) => void
  'presence:watch': (frame: z.infer<typeof WatchFrame>) => void
  'presence:active': () => void
}

/**
 * Messages from the hub to the client: pushes, each under its type and with the id of the request that caused it, and
 * `ready` once the hub is subscribed to the member's pushes.
 */
export type ServerFrames = { [Type in PushType]: (push: PushOf<Type>, requestId?: string) => void } & {
  ready: () => void
}
