import * as z from 'zod/mini'
import { ClientId, Id, Instant, PageQuery, WholeNumber } from './base.ts'
import { INVITE_ANSWERS_MAX } from './limits.ts'
import { MediaUrl, Picture } from './media.ts'
import { ContactNeed } from './members/contact.ts'
import { Badge, Orientation, Sex } from './members/members.ts'
import { PhotoUrl } from './photos.ts'
import { ReactionCount } from './reactions.ts'
import { Quote } from './replies.ts'
import { findMessageProblem } from './text/message-text.ts'
import { MemberName, UserName } from './text/name-schemas.ts'
import { normalizeText } from './text/normalize.ts'

/** The last message that a member has read, and when; both null if read receipts are off. */
export const ReadPosition = z.object({ lastRead: z.nullable(Id), lastReadAt: z.nullable(Instant) })
export type ReadPosition = z.infer<typeof ReadPosition>

/** The other member of a chat, as shown in lists and headers. */
export const ChatPartner = z.object({
  userName: MemberName,
  persons: z.array(z.object({ sex: Sex, yearOfBirth: z.int() })),
  cities: z.array(z.string()),
  lastActive: z.nullable(Instant),
  /** The profile photo in the size for cards; `profilePhotoUrl` of the summary is the small one for lists. */
  photoUrl: z.nullable(MediaUrl),
  /** Whether the caller has granted them the PRIVATE album. */
  iGranted: z.boolean(),
  /** The partner is the team. */
  team: z.boolean(),
})
export type ChatPartner = z.infer<typeof ChatPartner>

/**
 * INVITED: not accepted yet. OPEN: both members may write. ENDED: the other member has left, or the caller has blocked
 * that member; the caller can still read.
 */
export const ChatState = z.enum(['INVITED', 'OPEN', 'ENDED'])
export type ChatState = z.infer<typeof ChatState>

/** A chat or an invite as one of its two members sees it. */
export const ChatSummary = z.object({
  chatId: Id,
  version: z.int(),
  state: ChatState,
  /** Whether the caller started it. */
  createdByMe: z.boolean(),
  creatorName: MemberName,
  creatorSexYearOrientation: z.array(z.object({ sex: Sex, yearOfBirth: z.int(), orientation: Orientation })),
  creator: ReadPosition,
  invited: z.extend(ReadPosition, { name: MemberName }),
  partner: ChatPartner,
  profilePhotoUrl: z.nullable(MediaUrl),
  /** The number of unread messages; an acceptance that the caller has not seen yet counts as one. */
  newMessages: z.int(),
  /** The last message that the caller has read, whether read receipts are on or off. */
  myLastRead: z.nullable(Id),
  lastUpdate: Instant,
  /** The beginning of the last message; null if that is only a photo, or if `lastMessageSender` is null, too. */
  lastMessage: z.nullable(z.string()),
  lastMessageSender: z.nullable(MemberName),
  /** Whether the member who received the last message has reacted to it, which returns the ball to its sender. */
  lastMessageReacted: z.optional(z.boolean()),
  /**
   * The time when the invite was accepted; null before, in chats with the team, and if it was accepted before this was
   * stored.
   */
  acceptedAt: z.nullable(Instant),
  /** Whether the caller has put this invite aside with 'maybe'. */
  maybe: z.boolean(),
  /**
   * Only in an invite that the caller's contact rule put aside. In the list of these invites it contains the needs that
   * the inviter does not meet now, otherwise nothing.
   */
  unmetNeeds: z.optional(z.array(ContactNeed)),
  /** Only in a chat with a member whom the caller has blocked: the caller can still read it. */
  blocked: z.optional(z.boolean()),
  theyAreIgnoring: z.boolean(),
  iAmIgnoring: z.boolean(),
  badges: z.array(Badge),
})
export type ChatSummary = z.infer<typeof ChatSummary>
ChatSummary.register(z.globalRegistry, { id: 'ChatSummary' })

export const ChatMessage = z.object({
  id: Id,
  senderName: MemberName,
  /** Whether the caller sent it. Clients cannot compare `senderName`, since names can change. */
  mine: z.boolean(),
  clientId: z.string(),
  sendTime: Instant,
  /** Markdown; null if the message is deleted or only a photo. */
  message: z.nullable(z.string()),
  photoUrl: z.nullable(MediaUrl),
  photo: z.nullable(Picture),
  /** The sender is verified. */
  verified: z.boolean(),
  deleted: z.boolean(),
  /** The time of the last edit; absent if never edited. */
  editTime: z.optional(Instant),
  /** The message that this one replies to. */
  replyTo: z.optional(Quote),
  /** In the order of `Reaction`; absent if there are none. */
  reactions: z.optional(z.array(ReactionCount)),
  /** The team removed the message by a decision; only for its author. */
  removedByTeam: z.optional(z.boolean()),
  /** The admin who wrote the message; only in messages of the team that are shown to the team. */
  writtenBy: z.optional(MemberName),
})
export type ChatMessage = z.infer<typeof ChatMessage>
ChatMessage.register(z.globalRegistry, { id: 'ChatMessage' })

/**
 * A chat and some of its messages, oldest first. `tooOld` means that the requested version is too far behind, or ahead:
 * the client must reload the whole chat.
 */
export const ChatResponse = z.object({
  chat: ChatSummary,
  messages: z.array(ChatMessage),
  tooOld: z.optional(z.boolean()),
})
export type ChatResponse = z.infer<typeof ChatResponse>

/**
 * Requests one page, the messages after an id, the changes since a version, or the messages around one message: half a
 * page on each side.
 */
export const ChatQuery = z.extend(PageQuery, {
  after: z.optional(Id),
  since: z.optional(WholeNumber),
  around: z.optional(Id),
})
export type ChatQuery = z.infer<typeof ChatQuery>

/** The text of a message, validated and normalized. */
export const MessageText = z.string().check(
  z.check((payload) => {
    const problem = findMessageProblem(payload.value)
    if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }),
  z.overwrite(normalizeText),
)

/** A text, a photo, or both. An empty text next to a photo counts as no text. */
export const SendMessage = z.pipe(
  z
    .object({
      message: z.optional(z.nullable(z.string())),
      /** The URL from the response to the photo's upload. */
      photoUrl: z.optional(z.nullable(PhotoUrl)),
      /**
       * The message that this one replies to. In a group, a post replies to a post, a comment to one on the same post.
       */
      replyTo: z.optional(z.nullable(Id)),
      /** Generated by the client; a repeated request with the same one stores no second message. */
      clientId: z.optional(ClientId),
    })
    .check(
      z.check(({ value: { message, photoUrl }, issues }) => {
        if (photoUrl && !message?.trim()) return
        const problem = findMessageProblem(message ?? '')
        if (problem) issues.push({ code: 'custom', message: problem, input: message, path: ['message'] })
      }),
    ),
  z.transform(({ message, photoUrl, replyTo, clientId }) => ({
    message: message?.trim() ? normalizeText(message) : null,
    photoUrl: photoUrl ?? null,
    replyTo: replyTo ?? null,
    clientId,
  })),
)
export type SendMessage = z.infer<typeof SendMessage>
/** A message before validation, as a client sends it. */
export type MessageToSend = z.input<typeof SendMessage>

/** Replaces the text of one's own message; its photo stays. */
export const EditMessage = z.object({ message: MessageText })
export type EditMessage = z.infer<typeof EditMessage>

export const InviteToChat = z.object({ recipientName: UserName, message: MessageText })
export type InviteToChat = z.infer<typeof InviteToChat>

const Flag = z.enum(['true', 'false'], 'field.invalid')

/** `sent`: the invites that the caller has sent. `filtered`: those that the caller's contact rule put aside. */
export const InvitesQuery = z.extend(PageQuery, { sent: z.optional(Flag), filtered: z.optional(Flag) })
export type InvitesQuery = z.infer<typeof InvitesQuery>

/** Answers invites that the caller's contact rule put aside. MOVE moves them to the other invites. */
export const AnswerInvites = z.object({
  chatIds: z.array(Id).check(z.minLength(1, 'field.invalid'), z.maxLength(INVITE_ANSWERS_MAX, 'field.invalid')),
  answer: z.enum(['DECLINE', 'MOVE'], 'field.invalid'),
})
export type AnswerInvites = z.infer<typeof AnswerInvites>

/** The numbers of the caller's chats with unread messages, unread messages, and unanswered invites. */
export const ChatCount = z.object({ chats: z.int(), messages: z.int(), invites: z.int() })
export type ChatCount = z.infer<typeof ChatCount>

export const InviteStatus = z.enum([
  'MAY_INVITE',
  'INVITED',
  'ALREADY_CHAT',
  'PLEASE_ACCEPT',
  'IGNORING',
  'IGNORED',
  'ADMIN_CHAT',
  'NOT_ACCEPTING',
])
export type InviteStatus = z.infer<typeof InviteStatus>

/**
 * The status that determines the chat buttons on another member's profile; null on the caller's own. `relationship` is
 * 0 for none, 1 for an invite, 2 for a chat, 3 for an invite that the caller declined, 4 for the caller's own profile
 * and for a member whom the caller cannot invite, and 5 if one of the two ignores the other.
 */
export const ChatStatus = z.object({
  status: z.nullable(InviteStatus),
  chatId: z.nullable(Id),
  relationship: z.int(),
  incoming: z.optional(z.boolean()),
  /** With NOT_ACCEPTING: the needs of the other member that the caller does not meet. */
  needs: z.optional(z.array(ContactNeed)),
})
export type ChatStatus = z.infer<typeof ChatStatus>
