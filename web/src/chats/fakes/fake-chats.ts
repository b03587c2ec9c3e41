import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import {
  CHAT_PREVIEW_LENGTH,
  EDIT_PERIOD_MS,
  PAGE_DEFAULT,
  QUOTE_LENGTH,
  RESYNC_VERSIONS_MAX,
} from '@app/contract/limits'
import { findMediaId, type Picture } from '@app/contract/media'
import type { Push } from '@app/contract/pushes'
import type { Reaction } from '@app/contract/reactions'
import type { Quote } from '@app/contract/replies'
import { compareIds, isAfter } from '../../conversation/ids.ts'
import { REACTIONS } from '../../conversation/reactions.ts'
import { aPicture } from '../../testing-pictures.ts'
import { NotFound, Rejected } from '../../testing-rejections.ts'

const ME = 'Mira'

/** The reactions of the member and of the partner to a message. */
type ReactionPair = { mine: Reaction | null; theirs: Reaction | null }
type Stored = { message: ChatMessage; version: number; reactions: ReactionPair }
type Side = { lastRead: Id | null; lastReadAt: string | null }

type FakeChat = {
  chatId: Id
  partner: string
  couple: boolean
  createdByMe: boolean
  state: ChatSummary['state']
  version: number
  messages: Stored[]
  unread: number
  memberSide: Side
  partnerSide: Side
  acceptedAt: string | null
  lastUpdate: string
  maybe: boolean
  verified: boolean
  isDeleted: boolean
}

type Page = { before?: Id; after?: Id; around?: Id; since?: number; limit?: number }

type ListKind = 'chats' | 'invites' | 'sent'

const byListOrder = (one: FakeChat, other: FakeChat): number =>
  Number(one.maybe) - Number(other.maybe) ||
  other.lastUpdate.localeCompare(one.lastUpdate) ||
  compareIds(other.chatId, one.chatId)

/** A fake server with the chats of one member, following the real server's rules. Passes its pushes to `onPush`. */
export class FakeChats {
  onPush: (push: Push) => void = () => undefined
  receipts = true
  chats = new Map<Id, FakeChat>()
  private lastId = 100
  private readonly iIgnore = new Set<string>()
  private readonly theyIgnore = new Set<string>()
  private readonly iBlock = new Set<string>()
  private readonly declined = new Set<string>()
  private time: number

  constructor(now = Date.parse('2026-11-20T12:00:00.000Z')) {
    this.time = now
  }

  /** Returns a timestamp one minute after the previous one. */
  private now(): string {
    this.time += 60_000
    return new Date(this.time).toISOString()
  }

  private nextId = (): Id => {
    this.lastId += 1
    return String(this.lastId)
  }

  setTime(timestamp: string): void {
    this.time = Date.parse(timestamp)
  }

  private chat(chatId: Id): FakeChat {
    const chat = this.chats.get(chatId)
    if (!chat || chat.isDeleted) throw new NotFound()
    return chat
  }

  private last = ({ messages }: FakeChat): Stored | undefined => messages.findLast(({ message }) => !message.deleted)

  private isBlockedPair = ({ partner }: FakeChat): boolean => this.iIgnore.has(partner) || this.theyIgnore.has(partner)

  private isHiddenInvite = (chat: FakeChat): boolean =>
    chat.state === 'INVITED' && !chat.createdByMe && this.isBlockedPair(chat)

  private pushChanged = (chat: FakeChat): void =>
    this.onPush({
      type: 'chat:changed',
      chatId: chat.chatId,
      chat: this.isHiddenInvite(chat) ? null : this.summaryOf(chat),
    })

  /** Returns an invite; throws if it is not pending, or if this side may not answer it. */
  private requireInvite(chatId: Id, mine: boolean): FakeChat {
    const chat = this.chat(chatId)
    if (chat.state !== 'INVITED') throw new Rejected('CONFLICT')
    if (chat.createdByMe === mine || this.isBlockedPair(chat)) throw new Rejected('FORBIDDEN')
    return chat
  }

  summaryOf(chat: FakeChat): ChatSummary {
    const { message: last, reactions } = this.last(chat) ?? {}
    const noReceipt = { lastRead: null, lastReadAt: null }
    const isPartnerShown = this.receipts && chat.state !== 'INVITED' && !this.isBlockedPair(chat)
    const memberSide = this.receipts ? chat.memberSide : noReceipt
    const partnerSide = isPartnerShown ? chat.partnerSide : noReceipt
    return {
      chatId: chat.chatId,
      version: chat.version,
      state: chat.state,
      createdByMe: chat.createdByMe,
      creatorName: chat.createdByMe ? ME : chat.partner,
      creatorSexYearOrientation: [],
      creator: { ...(chat.createdByMe ? memberSide : partnerSide) },
      invited: { name: chat.createdByMe ? chat.partner : ME, ...(chat.createdByMe ? partnerSide : memberSide) },
      partner: {
        userName: chat.partner,
        persons: chat.couple
          ? [
              { sex: 'FEMALE', yearOfBirth: 1989 },
              { sex: 'MALE', yearOfBirth: 1987 },
            ]
          : [{ sex: 'FEMALE', yearOfBirth: 1986 }],
        cities: ['Stockholm', 'Nacka'],
        lastActive: '2026-11-20T11:30:00.000Z',
        photoUrl: null,
        iGranted: false,
        team: chat.partner === 'Teamet',
      },
      profilePhotoUrl: null,
      newMessages: chat.unread,
      myLastRead: chat.memberSide.lastRead,
      lastUpdate: chat.lastUpdate,
      lastMessage: last?.message ? [...last.message].slice(0, CHAT_PREVIEW_LENGTH).join('') : null,
      lastMessageSender: last?.senderName ?? null,
      ...((last?.mine ? reactions?.theirs : reactions?.mine) ? { lastMessageReacted: true } : {}),
      acceptedAt: chat.acceptedAt,
      maybe: chat.maybe,
      theyAreIgnoring: this.theyIgnore.has(chat.partner),
      iAmIgnoring: this.iIgnore.has(chat.partner),
      badges: chat.verified ? ['VERIFIED'] : [],
      ...(this.iBlock.has(chat.partner) ? { blocked: true } : {}),
    }
  }

  /** Invites a member, with the checks of the route. */
  inviteByName(partner: string, text: string): Id {
    if (this.iIgnore.has(partner) || this.theyIgnore.has(partner)) throw new Rejected('FORBIDDEN')
    const isPending = (chat: FakeChat) => chat.partner === partner && !chat.isDeleted && chat.state !== 'ENDED'
    if ([...this.chats.values()].some(isPending)) throw new Rejected('CONFLICT')
    this.declined.delete(partner)
    return this.invite(partner, text, { byMe: true })
  }

  /** Stores an invite. An invite from a partner replaces the member's own pending invite to that partner. */
  invite(partner: string, text: string, { byMe: isOwn = false, couple = false, verified = false } = {}): Id {
    const now = this.now()
    if (!isOwn) this.withdrawOwnInvites(partner)
    const chat: FakeChat = {
      chatId: this.nextId(),
      partner,
      couple,
      createdByMe: isOwn,
      state: 'INVITED',
      version: 1,
      messages: [],
      unread: 0,
      memberSide: { lastRead: null, lastReadAt: null },
      partnerSide: { lastRead: null, lastReadAt: null },
      acceptedAt: null,
      lastUpdate: now,
      maybe: false,
      verified,
      isDeleted: false,
    }
    this.chats.set(chat.chatId, chat)
    this.store(chat, isOwn, text, crypto.randomUUID(), now)
    if (this.declined.has(partner)) chat.isDeleted = true
    else this.onPush({ type: 'invite:new', chat: this.summaryOf(chat) })
    return chat.chatId
  }

  private withdrawOwnInvites(partner: string): void {
    for (const chat of this.chats.values()) {
      if (chat.partner !== partner || chat.isDeleted || chat.state !== 'INVITED' || !chat.createdByMe) continue
      chat.isDeleted = true
      this.onPush({ type: 'chat:changed', chatId: chat.chatId, chat: null })
    }
  }

  private store(chat: FakeChat, mine: boolean, text: string | null, clientId: string, now: string): ChatMessage {
    const message: ChatMessage = {
      id: this.nextId(),
      senderName: mine ? ME : chat.partner,
      mine,
      clientId,
      sendTime: now,
      message: text,
      photoUrl: null,
      photo: null,
      verified: false,
      deleted: false,
    }
    chat.messages.push({ message, version: chat.version, reactions: { mine: null, theirs: null } })
    const side = mine ? chat.memberSide : chat.partnerSide
    side.lastRead = message.id
    side.lastReadAt = now
    chat.lastUpdate = now
    return message
  }

  /** Accepts an invite, as the member or as the partner; by default as the invited one. */
  accept(chatId: Id, mine = !this.chat(chatId).createdByMe): ChatSummary {
    const chat = this.requireInvite(chatId, mine)
    chat.version += 1
    chat.state = 'OPEN'
    chat.maybe = false
    chat.lastUpdate = this.now()
    chat.acceptedAt = chat.lastUpdate
    const ownInvite = chat.createdByMe
    const invited = { lastRead: chat.messages.at(-1)?.message.id ?? null, lastReadAt: chat.lastUpdate }
    const creator = { lastRead: null, lastReadAt: null }
    chat.memberSide = ownInvite ? creator : invited
    chat.partnerSide = ownInvite ? invited : creator
    this.recount(chat)
    this.onPush({ type: 'invite:answered', chatId, answer: 'ACCEPTED', chat: this.summaryOf(chat) })
    return this.summaryOf(chat)
  }

  /** Creates an open chat that both members have opened since the invite was accepted. */
  open(partner: string, text = 'Hej!', options: { byMe?: boolean; couple?: boolean; verified?: boolean } = {}): Id {
    const chatId = this.invite(partner, text, options)
    const inviteId = this.chat(chatId).messages[0]?.message.id ?? ''
    this.accept(chatId)
    this.read(chatId, this.chat(chatId).createdByMe, inviteId)
    return chatId
  }

  maybe(chatId: Id): ChatSummary {
    const chat = this.requireInvite(chatId, true)
    chat.maybe = true
    this.onPush({ type: 'invite:answered', chatId, answer: 'MAYBE', chat: this.summaryOf(chat) })
    return this.summaryOf(chat)
  }

  decline(chatId: Id): void {
    const chat = this.requireInvite(chatId, true)
    chat.isDeleted = true
    this.declined.add(chat.partner)
    this.onPush({ type: 'invite:answered', chatId, answer: 'DECLINED', chat: null })
  }

  send(
    chatId: Id,
    mine: boolean,
    text: string | null,
    clientId: string = crypto.randomUUID(),
    photoUrl: string | null = null,
    replyTo: Id | null = null,
  ): ChatMessage {
    const chat = this.chat(chatId)
    const stored = chat.messages.find(({ message }) => message.mine === mine && message.clientId === clientId)
    if (stored) return stored.message
    if (chat.state !== 'OPEN' || this.isBlockedPair(chat)) throw new Rejected('FORBIDDEN')
    chat.version += 1
    const message = this.store(chat, mine, text, clientId, this.now())
    if (replyTo) message.replyTo = this.quoteOf(this.requireStored(chatId, replyTo).message)
    if (photoUrl)
      Object.assign(message, {
        photoUrl,
        photo: aPicture(findMediaId(photoUrl) ?? '', { status: 'PROCESSING', width: null, height: null }),
      })
    chat.unread = mine ? 0 : chat.unread + 1
    this.onPush({
      type: 'chat:message',
      chatId,
      version: chat.version,
      newMessages: chat.unread,
      senderRead: this.receipts ? { lastRead: message.id, lastReadAt: message.sendTime } : null,
      message,
    })
    return message
  }

  /** Processes the photo of a message, as the worker does. */
  processPhoto(chatId: Id, messageId: Id, changes: Partial<Picture> = {}): void {
    const chat = this.chat(chatId)
    const stored = chat.messages.find(({ message }) => message.id === messageId)
    if (!stored?.message.photo) throw new NotFound()
    const photo: Picture = { ...stored.message.photo, status: 'READY', width: 600, height: 600, ...changes }
    chat.version += 1
    stored.version = chat.version
    stored.message = { ...stored.message, photo }
    this.onPush({ type: 'photo:ready', photo, chat: { chatId, messageId, version: chat.version } })
  }

  /** Signs the URLs of a photo again, as if the old ones had expired. */
  renewUrls(chatId: Id, messageId: Id): void {
    const stored = this.chat(chatId).messages.find(({ message }) => message.id === messageId)
    if (!stored?.message.photo) throw new NotFound()
    const { photo } = stored.message
    stored.message = { ...stored.message, photo: { ...photo, url: photo.url.replace('=1', '=2') } }
  }

  private recount(chat: FakeChat): void {
    const isAcceptanceUnread = chat.acceptedAt !== null && chat.createdByMe && chat.memberSide.lastRead === null
    const unread = chat.messages.filter(
      ({ message }) => !message.mine && !message.deleted && isAfter(message.id, chat.memberSide.lastRead),
    )
    chat.unread = unread.length + Number(isAcceptanceUnread)
  }

  private requireStored(chatId: Id, messageId: Id): Stored {
    const stored = this.chat(chatId).messages.find(({ message }) => message.id === messageId)
    if (!stored) throw new NotFound()
    return stored
  }

  private quoteOf = ({ id, senderName, mine, message, photo, deleted }: ChatMessage): Quote => ({
    id,
    senderName,
    mine,
    message: message && [...message].slice(0, QUOTE_LENGTH).join(''),
    photo: photo !== null && !deleted,
    deleted,
  })

  /** Changes a message, and the quotes of it, which have no version. */
  private change(chat: FakeChat, stored: Stored, changes: Partial<ChatMessage>): void {
    chat.version += 1
    stored.version = chat.version
    stored.message = { ...stored.message, ...changes }
    for (const other of chat.messages)
      if (other.message.replyTo?.id === stored.message.id)
        other.message = { ...other.message, replyTo: this.quoteOf(stored.message) }
  }

  /** Edits a message, by default as the member. */
  edit(chatId: Id, messageId: Id, text: string, mine = true): ChatMessage {
    const chat = this.chat(chatId)
    const stored = this.requireStored(chatId, messageId)
    if (chat.state !== 'OPEN' || this.isBlockedPair(chat) || stored.message.mine !== mine)
      throw new Rejected('FORBIDDEN')
    const isTooLate = this.time - Date.parse(stored.message.sendTime) >= EDIT_PERIOD_MS
    if (stored.message.deleted || isTooLate) throw new Rejected('CONFLICT')
    this.change(chat, stored, { message: text, editTime: this.now() })
    this.onPush({ type: 'chat:message-changed', chat: this.summaryOf(chat), message: stored.message })
    return stored.message
  }

  /** Sets or removes a reaction, by default the member's. */
  react(chatId: Id, messageId: Id, reaction: Reaction | null, mine = true): ChatMessage {
    const chat = this.chat(chatId)
    const stored = this.requireStored(chatId, messageId)
    if (chat.state !== 'OPEN' || this.isBlockedPair(chat)) throw new Rejected('FORBIDDEN')
    if (stored.message.deleted) throw new Rejected('CONFLICT')
    if (stored.reactions[mine ? 'mine' : 'theirs'] === reaction) return stored.message
    stored.reactions[mine ? 'mine' : 'theirs'] = reaction
    const all = Object.values(stored.reactions)
    const reactions = REACTIONS.flatMap((option) => {
      const count = all.filter((chosen) => chosen === option).length
      return count > 0 ? [{ reaction: option, count, mine: stored.reactions.mine === option }] : []
    })
    this.change(chat, stored, { reactions: reactions.length > 0 ? reactions : undefined })
    this.onPush({ type: 'chat:message-changed', chat: this.summaryOf(chat), message: stored.message })
    return stored.message
  }

  /** Deletes a message, by default as its sender. In a blocked pair the other side is not notified. */
  deleteMessage(chatId: Id, messageId: Id, mine?: boolean): void {
    const chat = this.chat(chatId)
    const stored = this.requireStored(chatId, messageId)
    const isMine = mine ?? stored.message.mine
    if (stored.message.mine !== isMine || chat.state === 'INVITED') throw new Rejected('FORBIDDEN')
    if (stored.message.deleted) return
    this.change(chat, stored, { message: null, deleted: true, reactions: undefined, replyTo: undefined })
    if (!isMine && this.isBlockedPair(chat)) return
    this.recount(chat)
    this.onPush({ type: 'chat:message-deleted', chat: this.summaryOf(chat), message: stored.message })
  }

  read(chatId: Id, mine: boolean, lastId: Id): void {
    const chat = this.chat(chatId)
    if (chat.state === 'INVITED') throw new Rejected('FORBIDDEN')
    if (!chat.messages.some(({ message }) => message.id === lastId)) throw new NotFound()
    const side = mine ? chat.memberSide : chat.partnerSide
    if (!isAfter(lastId, side.lastRead)) return
    side.lastRead = lastId
    side.lastReadAt = this.now()
    if (mine) this.recount(chat)
    const shown = this.receipts && chat.state === 'OPEN' && !this.isBlockedPair(chat)
    if (shown) chat.version += 1
    if (shown || mine) this.onPush({ type: 'chat:read', chat: this.summaryOf(chat) })
  }

  ignoreByName(partner: string, ignorer: 'iIgnore' | 'theyIgnore', isIgnored: boolean): void {
    if (this[ignorer].has(partner) === isIgnored) return
    if (isIgnored) this[ignorer].add(partner)
    else this[ignorer].delete(partner)
    for (const chat of this.chats.values()) {
      if (chat.partner !== partner || chat.isDeleted) continue
      if (chat.state !== 'INVITED') chat.version += 1
      this.pushChanged(chat)
    }
  }

  ignore = (chatId: Id, ignorer: 'iIgnore' | 'theyIgnore', isIgnored: boolean): void =>
    this.ignoreByName(this.chat(chatId).partner, ignorer, isIgnored)

  /** Blocks a member, whose open chats can then only be read, or ends the block. */
  blockByName(partner: string, isBlocked: boolean): void {
    if (isBlocked) this.iBlock.add(partner)
    else this.iBlock.delete(partner)
    for (const chat of this.chats.values()) {
      if (chat.partner !== partner || chat.isDeleted) continue
      chat.version += 1
      chat.state = isBlocked ? 'ENDED' : 'OPEN'
      if (isBlocked) this.onPush({ type: 'chat:changed', chatId: chat.chatId, chat: null })
      else this.pushChanged(chat)
    }
  }

  leave(chatId: Id): void {
    const chat = this.chat(chatId)
    if (chat.state === 'INVITED' && !chat.createdByMe) throw new Rejected('FORBIDDEN')
    chat.isDeleted = true
    this.onPush({ type: 'chat:changed', chatId, chat: null })
  }

  /** Ends an open chat, or withdraws the partner's invite. */
  partnerLeaves(chatId: Id): void {
    const chat = this.chats.get(chatId)
    if (!chat || chat.isDeleted) return
    if (chat.state === 'INVITED') {
      chat.isDeleted = true
      if (!this.isBlockedPair(chat)) this.onPush({ type: 'chat:changed', chatId, chat: null })
      return
    }
    chat.version += 1
    chat.state = 'ENDED'
    if (!this.isBlockedPair(chat)) this.pushChanged(chat)
  }

  private isIn(kind: ListKind, chat: FakeChat): boolean {
    if (chat.isDeleted || this.isHiddenInvite(chat) || this.iBlock.has(chat.partner)) return false
    if (kind === 'chats') return chat.state !== 'INVITED'
    return chat.state === 'INVITED' && chat.createdByMe === (kind === 'sent')
  }

  /**
   * Returns one page of a list. The cursor may be any chat of the member, but for received invites only one of them.
   */
  list(kind: ListKind, { before, limit = PAGE_DEFAULT }: Page = {}): ChatSummary[] {
    const listedChats = [...this.chats.values()].filter((chat) => this.isIn(kind, chat)).sort(byListOrder)
    if (before === undefined) return listedChats.slice(0, limit).map((chat) => this.summaryOf(chat))
    const cursor = this.chats.get(before)
    if (!cursor || cursor.isDeleted || (kind === 'invites' && !this.isIn(kind, cursor))) return []
    const olderChats = listedChats.filter((chat) => byListOrder(cursor, chat) < 0)
    return olderChats.slice(0, limit).map((chat) => this.summaryOf(chat))
  }

  count(): ChatCount {
    const open = [...this.chats.values()].filter((chat) => this.isIn('chats', chat))
    const invites = this.list('invites', { limit: 1000 }).filter(({ maybe }) => !maybe)
    return {
      chats: open.filter(({ unread }) => unread > 0).length,
      messages: open.reduce((sum, { unread }) => sum + unread, 0),
      invites: invites.length,
    }
  }

  getChat(chatId: Id, { before, after, around, since, limit = PAGE_DEFAULT }: Page = {}): ChatResponse {
    const chat = this.chat(chatId)
    const summary = this.summaryOf(chat)
    const messages = chat.messages.map(({ message }) => message)
    if (since !== undefined) {
      const isTooOld = since > chat.version || since < chat.version - RESYNC_VERSIONS_MAX
      if (isTooOld) return { chat: summary, messages: [], tooOld: isTooOld }
      const changedMessages = chat.messages.filter(({ version }) => version > since)
      return { chat: summary, messages: changedMessages.map(({ message }) => message) }
    }
    if (around) {
      const index = messages.findIndex(({ id }) => id === around)
      if (index < 0) throw new NotFound()
      const start = Math.max(0, index + 1 - Math.ceil(limit / 2))
      return { chat: summary, messages: messages.slice(start, index + 1 + Math.floor(limit / 2)) }
    }
    if (after) return { chat: summary, messages: messages.filter(({ id }) => isAfter(id, after)).slice(0, limit) }
    const olderMessages = before ? messages.filter(({ id }) => isAfter(before, id)) : messages
    return { chat: summary, messages: olderMessages.slice(-limit) }
  }
}
