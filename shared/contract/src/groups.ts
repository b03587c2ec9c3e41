import * as z from 'zod/mini'
import { Id, Instant, OffsetQuery, PageQuery, WholeNumber } from './base.ts'
import { MessageText, type MessageToSend, SendMessage } from './chats.ts'
import { EventMinimalInfo } from './events.ts'
import { Picture } from './media.ts'
import { Badge } from './members/members.ts'
import { AreaText, requiredAreaText } from './text/area-text.ts'
import { findGroupNameProblem, MemberName, normalizeName, UserName } from './text/names.ts'

/** The caller's role in a group. INVITED and NONE see its name and description, but no content. */
export const GroupRole = z.enum(['MEMBER', 'ADMIN', 'INVITED', 'NONE'])
export type GroupRole = z.infer<typeof GroupRole>

/** A group without anything that differs by viewer. */
export const GroupInfo = z.object({
  groupId: Id,
  groupName: z.string(),
  /** Markdown. */
  description: z.string(),
  /** The founder; null if their account has been deleted. */
  creatorName: z.nullable(MemberName),
  /** Every member may join; otherwise by invitation only. */
  isOpen: z.boolean(),
  memberCount: z.int(),
})
export type GroupInfo = z.infer<typeof GroupInfo>

/** A group as one member sees it. Callers outside the group get no messages and no version. */
export const Group = z.extend(GroupInfo, {
  role: GroupRole,
  /** The caller owns the group: they may delete it, and pass it on by leaving. */
  owner: z.boolean(),
  version: z.int(),
  newMessages: z.int(),
  /** The last message that the caller has read. */
  myLastRead: z.nullable(Id),
  lastUpdate: Instant,
  /** The beginning of the last message or comment, without markup; null next to a name if it is only a photo. */
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

/** `isOpen` is unchanged if omitted. */
export const ChangeGroup = z.extend(SaveGroup, { isOpen: z.optional(z.boolean()) })
export type ChangeGroup = z.infer<typeof ChangeGroup>

/** The fields that messages and comments share. A deleted one keeps its position and time, without content. */
const AuthoredFields = z.object({
  id: Id,
  /** The author's current name; empty if their account has been deleted. */
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  /** The author is a couple. */
  couple: z.boolean(),
  /** The author is an admin of the group. */
  admin: z.boolean(),
  badges: z.array(Badge),
  mine: z.boolean(),
  /** The caller ignores the author: shown collapsed. */
  ignored: z.boolean(),
  clientId: z.string(),
  sendTime: Instant,
  /** The time of the last edit; null if never edited. */
  editTime: z.nullable(Instant),
  /** Markdown; null if the message is deleted or only a photo. */
  message: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  photo: z.nullable(Picture),
  deleted: z.boolean(),
})

export const GroupComment = AuthoredFields
export type GroupComment = z.infer<typeof GroupComment>
GroupComment.register(z.globalRegistry, { id: 'GroupComment' })

export const GroupMessage = z.extend(AuthoredFields, {
  /** When the message or one of its comments last changed. */
  lastUpdate: Instant,
  /** The newest comments, oldest first. `commentCount` is their total, without deleted ones. */
  comments: z.array(GroupComment),
  commentCount: z.int(),
  eventMinimalInfo: z.nullable(EventMinimalInfo),
})
export type GroupMessage = z.infer<typeof GroupMessage>
GroupMessage.register(z.globalRegistry, { id: 'GroupMessage' })

/** An event in a push to everyone who sees its message: each receiver keeps their own answer. */
const AnnouncedEvent = z.omit(EventMinimalInfo, { sessionResponse: true })

/** A message in a push about an edit or a deletion: receivers keep its comments, and their answer to its event. */
export const GroupMessageContent = z.extend(
  z.omit(GroupMessage, { comments: true, commentCount: true, eventMinimalInfo: true }),
  { eventMinimalInfo: z.optional(z.nullable(AnnouncedEvent)) },
)
export type GroupMessageContent = z.infer<typeof GroupMessageContent>

/** Messages, oldest first. `tooOld`: the requested version is too far behind or ahead; reload the whole group. */
export const GroupResponse = z.object({
  group: Group,
  messages: z.array(GroupMessage),
  tooOld: z.optional(z.boolean()),
})
export type GroupResponse = z.infer<typeof GroupResponse>

/**
 * Requests one page, the messages after an id, the changes since a version (tombstones included), or the messages
 * around one message: half a page on each side.
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

/** Only the text changes; the photo stays. */
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

/** Admins first, then by name. `from` is the number of members already listed. */
export const GroupMembersQuery = OffsetQuery
export type GroupMembersQuery = z.infer<typeof GroupMembersQuery>

export const InviteToGroup = z.object({ groupId: Id, recipientName: UserName, message: z.optional(AreaText) })
export type InviteToGroup = z.infer<typeof InviteToGroup>

/** An invite to the caller. */
export const GroupInvite = z.object({
  group: GroupInfo,
  inviterName: MemberName,
  inviterPhotoUrl: z.nullable(z.string()),
  message: z.string(),
  sentAt: Instant,
})
export type GroupInvite = z.infer<typeof GroupInvite>
GroupInvite.register(z.globalRegistry, { id: 'GroupInvite' })

/** An unanswered invite to this group, as its admins see it. */
export const SentGroupInvite = z.object({
  recipientName: MemberName,
  recipientPhotoUrl: z.nullable(z.string()),
  couple: z.boolean(),
  inviterName: MemberName,
  sentAt: Instant,
})
export type SentGroupInvite = z.infer<typeof SentGroupInvite>

export const OwnedQuery = z.object({ exclude: UserName })

/**
 * The number of groups with unread messages, of unread messages in total, and of invites waiting for the caller's
 * answer.
 */
export const GroupCount = z.object({ groups: z.int(), messages: z.int(), invites: z.int() })
export type GroupCount = z.infer<typeof GroupCount>
