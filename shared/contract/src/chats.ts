import * as z from 'zod/mini'
import { Id, Instant, PageQuery, WholeNumber } from './base.ts'
import { Picture } from './media.ts'
import { Badge, Orientation, Sex } from './members.ts'
import { findMessageProblem } from './message-text.ts'
import { MemberName, UserName } from './names.ts'
import { PhotoAddress } from './photos.ts'
import { normalizeText } from './texts.ts'

/** How far somebody has read: null where read receipts are off. */
export const ReadPosition = z.object({ lastRead: z.nullable(Id), lastReadAt: z.nullable(Instant) })
export type ReadPosition = z.infer<typeof ReadPosition>

/** The other member of a chat, as lists and headers show them. */
export const ChatPartner = z.object({
  userName: MemberName,
  persons: z.array(z.object({ sex: Sex, yearOfBirth: z.int() })),
  cities: z.array(z.string()),
  lastActive: z.nullable(Instant),
  /** The profile photo in the size of cards; the summary's own is the small one of lists. */
  photoUrl: z.nullable(z.string()),
  /** I let them see my PRIVATE album. */
  iGranted: z.boolean(),
  /** A chat with those who run the community. */
  team: z.boolean(),
})
export type ChatPartner = z.infer<typeof ChatPartner>

/** OPEN: both may write. ENDED: the other has left, the history stays readable. */
export const ChatState = z.enum(['INVITED', 'OPEN', 'ENDED'])
export type ChatState = z.infer<typeof ChatState>

/** A chat or an invite as one of its two members sees it. */
export const ChatSummary = z.object({
  chatId: Id,
  version: z.int(),
  state: ChatState,
  /** I started it. */
  createdByMe: z.boolean(),
  creatorName: MemberName,
  creatorSexYearOrientation: z.array(z.object({ sex: Sex, yearOfBirth: z.int(), orientation: Orientation })),
  creator: ReadPosition,
  invited: z.extend(ReadPosition, { name: MemberName }),
  partner: ChatPartner,
  profilePhotoUrl: z.nullable(z.string()),
  newMessages: z.int(),
  /** The last message that I have read; my own, so it stands whatever the receipts. */
  myLastRead: z.nullable(Id),
  lastUpdate: Instant,
  /** Null beside a sender where the last message is a photo alone. */
  lastMessage: z.nullable(z.string()),
  lastMessageSender: z.nullable(MemberName),
  /** An invite that I have put aside with 'maybe'. */
  maybe: z.boolean(),
  theyAreIgnoring: z.boolean(),
  iAmIgnoring: z.boolean(),
  badges: z.array(Badge),
})
export type ChatSummary = z.infer<typeof ChatSummary>
ChatSummary.register(z.globalRegistry, { id: 'ChatSummary' })

export const ChatMessage = z.object({
  id: Id,
  senderName: MemberName,
  /** True for my own: names can change, this cannot. */
  mine: z.boolean(),
  clientId: z.string(),
  sendTime: Instant,
  /** Markdown; null when deleted, and where there is only a photo. */
  message: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  photo: z.nullable(Picture),
  /** Its sender is verified. */
  verified: z.boolean(),
  deleted: z.boolean(),
  /** Which admin wrote it: of messages of the team, as the team sees them. */
  writtenBy: z.optional(MemberName),
})
export type ChatMessage = z.infer<typeof ChatMessage>
ChatMessage.register(z.globalRegistry, { id: 'ChatMessage' })

/** Messages oldest first. `tooOld`: the version asked about lies too far back or ahead, load the chat anew. */
export const ChatAnswer = z.object({
  chat: ChatSummary,
  messages: z.array(ChatMessage),
  tooOld: z.optional(z.boolean()),
})
export type ChatAnswer = z.infer<typeof ChatAnswer>

/** One page, or what came after an id, or what changed since a version. */
export const ChatQuery = z.extend(PageQuery, { after: z.optional(Id), since: z.optional(WholeNumber) })
export type ChatQuery = z.infer<typeof ChatQuery>

export const MessageText = z.string().check(
  z.check((payload) => {
    const problem = findMessageProblem(payload.value)
    if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }),
  z.overwrite(normalizeText),
)

/** A text, a photo, or both; an empty text beside a photo is none. */
export const SendMessage = z.pipe(
  z
    .object({
      message: z.optional(z.nullable(z.string())),
      /** As the upload of the photo answered it. */
      photoUrl: z.optional(z.nullable(PhotoAddress)),
      /** Made by the client, so that a repeated send is stored once. */
      clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
    })
    .check(
      z.check(({ value: { message, photoUrl }, issues }) => {
        if (photoUrl && !message?.trim()) return
        const problem = findMessageProblem(message ?? '')
        if (problem) issues.push({ code: 'custom', message: problem, input: message, path: ['message'] })
      }),
    ),
  z.transform(({ message, photoUrl, clientId }) => ({
    message: message?.trim() ? normalizeText(message) : null,
    photoUrl: photoUrl ?? null,
    clientId,
  })),
)
export type SendMessage = z.infer<typeof SendMessage>
/** As a client says it. */
export type MessageToSend = z.input<typeof SendMessage>

export const InviteToChat = z.object({ recipientName: UserName, message: MessageText })
export type InviteToChat = z.infer<typeof InviteToChat>

export const InvitesQuery = z.extend(PageQuery, { sent: z.optional(z.enum(['true', 'false'], 'field.invalid')) })
export type InvitesQuery = z.infer<typeof InvitesQuery>

/** Chats with unread messages, unread messages in all, and invites that wait for my answer. */
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
])
export type InviteStatus = z.infer<typeof InviteStatus>

/** What stands between two members, as buttons show it. `relationship` is 0 to 5; 4 is oneself, whose status is null. */
export const ChatStatus = z.object({
  status: z.nullable(InviteStatus),
  chatId: z.nullable(Id),
  relationship: z.int(),
  incoming: z.optional(z.boolean()),
})
export type ChatStatus = z.infer<typeof ChatStatus>
