import * as z from 'zod/mini'
import { AreaText, requiredAreaText } from './area-text.ts'
import { Id, Instant, OffsetQuery, PageQuery, WholeNumber } from './base.ts'
import { MessageText, type MessageToSend, SendMessage } from './chats.ts'
import { EventMinimalInfo } from './events.ts'
import { Picture } from './media.ts'
import { Badge } from './members.ts'
import { findGroupNameProblem, MemberName, normalizeName, UserName } from './names.ts'

/** What I am in a group. INVITED and NONE see its name and text and nothing of its inside. */
export const GroupRole = z.enum(['MEMBER', 'ADMIN', 'INVITED', 'NONE'])
export type GroupRole = z.infer<typeof GroupRole>

/** A group as everybody sees it who may know of it. */
export const GroupInfo = z.object({
  groupId: Id,
  groupName: z.string(),
  /** Markdown. */
  description: z.string(),
  /** Who started it; null when that member is gone. */
  creatorName: z.nullable(MemberName),
  /** Anybody may join; otherwise by invitation only. */
  isOpen: z.boolean(),
  memberCount: z.int(),
})
export type GroupInfo = z.infer<typeof GroupInfo>

/** A group as one member sees it. To who is not in it there are no messages, and no version. */
export const Group = z.extend(GroupInfo, {
  role: GroupRole,
  /** I own it: I may delete it, and hand it on by leaving. */
  owner: z.boolean(),
  version: z.int(),
  newMessages: z.int(),
  /** The last message that I have read. */
  myLastRead: z.nullable(Id),
  lastUpdate: Instant,
  /** The beginning of the last message or comment, without its marks; null beside a name where it is a photo alone. */
  lastMessage: z.nullable(z.string()),
  lastMessageSender: z.nullable(MemberName),
})
export type Group = z.infer<typeof Group>
Group.register(z.globalRegistry, { id: 'Group' })

const GroupName = z.string('groupName.length').check(
  z.check((payload) => {
    const problem = findGroupNameProblem(payload.value)
    if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }),
  z.overwrite(normalizeName),
)

const Description = requiredAreaText('group.description')

export const SaveGroup = z.object({
  groupName: GroupName,
  description: Description,
  isOpen: z._default(z.optional(z.boolean()), false),
})
export type SaveGroup = z.infer<typeof SaveGroup>

/** `isOpen` stays as it is when nothing is said of it. */
export const ChangeGroup = z.extend(SaveGroup, { isOpen: z.optional(z.boolean()) })
export type ChangeGroup = z.infer<typeof ChangeGroup>

/** What posts and comments have in common. A deleted one keeps its place and its time, and says nothing. */
const AuthoredFields = z.object({
  id: Id,
  /** The author's name of today; empty where the member is gone. */
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  /** Two persons. */
  couple: z.boolean(),
  /** The author is an admin of the group. */
  admin: z.boolean(),
  badges: z.array(Badge),
  mine: z.boolean(),
  /** I ignore the author: to be shown folded. */
  ignored: z.boolean(),
  clientId: z.string(),
  sendTime: Instant,
  /** When it was last edited; null when it never was. */
  editTime: z.nullable(Instant),
  /** Markdown; null when deleted, and where there is only a photo. */
  message: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  photo: z.nullable(Picture),
  deleted: z.boolean(),
})

export const GroupComment = AuthoredFields
export type GroupComment = z.infer<typeof GroupComment>
GroupComment.register(z.globalRegistry, { id: 'GroupComment' })

export const GroupMessage = z.extend(AuthoredFields, {
  /** When the message or a comment on it last changed. */
  lastUpdate: Instant,
  /** The newest ones, oldest first; `commentCount` says how many there are, deleted ones not counted. */
  comments: z.array(GroupComment),
  commentCount: z.int(),
  eventMinimalInfo: z.nullable(EventMinimalInfo),
})
export type GroupMessage = z.infer<typeof GroupMessage>
GroupMessage.register(z.globalRegistry, { id: 'GroupMessage' })

/** An event as all who see its message are told of it: what they have answered stays as it was. */
const AnnouncedEvent = z.omit(EventMinimalInfo, { sessionResponse: true })

/** A message as everybody is told of it who hears of an edit or a deletion: what stands around it stays as it was. */
export const GroupMessageContent = z.extend(
  z.omit(GroupMessage, { comments: true, commentCount: true, eventMinimalInfo: true }),
  { eventMinimalInfo: z.optional(z.nullable(AnnouncedEvent)) },
)
export type GroupMessageContent = z.infer<typeof GroupMessageContent>

/** Messages oldest first. `tooOld`: the version asked about lies too far back or ahead, load the group anew. */
export const GroupAnswer = z.object({
  group: Group,
  messages: z.array(GroupMessage),
  tooOld: z.optional(z.boolean()),
})
export type GroupAnswer = z.infer<typeof GroupAnswer>

/**
 * One page, or what came after an id, or what changed since a version, tombstones included, or the stretch around one
 * message: half a page on each side.
 */
export const GroupMessagesQuery = z.extend(PageQuery, {
  after: z.optional(Id),
  since: z.optional(WholeNumber),
  around: z.optional(Id),
})
export type GroupMessagesQuery = z.infer<typeof GroupMessagesQuery>

/** A message or a comment: a text, a photo, or both. */
export const SendGroupMessage = SendMessage
export type GroupMessageToSend = MessageToSend

/** Only the text changes; a photo stays. */
export const EditGroupMessage = z.object({ message: MessageText })
export type EditGroupMessage = z.infer<typeof EditGroupMessage>

export const GroupMember = z.object({
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  couple: z.boolean(),
  badges: z.array(Badge),
  admin: z.boolean(),
  owner: z.boolean(),
  mine: z.boolean(),
  joined: Instant,
})
export type GroupMember = z.infer<typeof GroupMember>
GroupMember.register(z.globalRegistry, { id: 'GroupMember' })

/** Admins first, then by name; `from` counts those that have been listed. */
export const GroupMembersQuery = OffsetQuery
export type GroupMembersQuery = z.infer<typeof GroupMembersQuery>

export const InviteToGroup = z.object({ groupId: Id, recipientName: UserName, message: z.optional(AreaText) })
export type InviteToGroup = z.infer<typeof InviteToGroup>

/** An invite to me. */
export const GroupInvite = z.object({
  group: GroupInfo,
  inviterName: MemberName,
  inviterPhotoUrl: z.nullable(z.string()),
  message: z.string(),
  sentAt: Instant,
})
export type GroupInvite = z.infer<typeof GroupInvite>
GroupInvite.register(z.globalRegistry, { id: 'GroupInvite' })

/** An invite of this group that nobody has answered, as its admins see it. */
export const SentGroupInvite = z.object({
  recipientName: MemberName,
  recipientPhotoUrl: z.nullable(z.string()),
  couple: z.boolean(),
  inviterName: MemberName,
  sentAt: Instant,
})
export type SentGroupInvite = z.infer<typeof SentGroupInvite>

export const OwnedQuery = z.object({ exclude: UserName })

/** Groups with unread messages, unread messages in all, and invites that wait for my answer. */
export const GroupCount = z.object({ groups: z.int(), messages: z.int(), invites: z.int() })
export type GroupCount = z.infer<typeof GroupCount>
