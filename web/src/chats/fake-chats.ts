import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH, PAGE_DEFAULT, RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { findMediaId, type Picture } from '@app/contract/media'
import type { Push } from '@app/contract/pushes'
import { compareIds, isAfter } from '../conversation/ids.ts'

const ME = 'Mira'

const aPicture = (id: string): Picture => ({
  id,
  status: 'PROCESSING',
  url: `/media/${id}/1/medium?signature=1`,
  smallUrl: `/media/${id}/1/small?signature=1`,
  largeUrl: `/media/${id}/1/large?signature=1`,
  width: null,
  height: null,
  rotation: 0,
  placeholder: null,
})

type Stored = { message: ChatMessage; version: number }
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
  mine: Side
  theirs: Side
  lastUpdate: string
  maybe: boolean
  iIgnore: boolean
  theyIgnore: boolean
  verified: boolean
  isDeleted: boolean
}

type Page = { before?: Id; after?: Id; since?: number; limit?: number }

/** A fake server with the chats of one member, following the real server's rules. Passes its pushes to `onPush`. */
export class FakeChats {
  onPush: (push: Push) => void = () => undefined
  receipts = true
  chats = new Map<Id, FakeChat>()
  private ids = 100
  private time: number

  constructor(now = Date.parse('2026-11-20T12:00:00.000Z')) {
    this.time = now
  }

  /** Returns an instant one minute after the previous one. */
  private now(): string {
    this.time += 60_000
    return new Date(this.time).toISOString()
  }

  private nextId = (): Id => {
    this.ids += 1
    return String(this.ids)
  }

  setTime(instant: string): void {
    this.time = Date.parse(instant)
  }

  private chat(chatId: Id): FakeChat {
    const chat = this.chats.get(chatId)
    if (!chat || chat.isDeleted) throw new NotFound()
    return chat
  }

  private last = ({ messages }: FakeChat): ChatMessage | undefined =>
    messages.findLast(({ message }) => !message.deleted)?.message

  private pushChanged = (chat: FakeChat): void =>
    this.onPush({ type: 'chat:changed', chatId: chat.chatId, chat: this.summaryOf(chat) })

  summaryOf(chat: FakeChat): ChatSummary {
    const last = this.last(chat)
    const noReceipt = { lastRead: null, lastReadAt: null }
    const isPartnerShown = this.receipts && chat.state !== 'INVITED' && !chat.iIgnore && !chat.theyIgnore
    const mine = this.receipts ? chat.mine : noReceipt
    const theirs = isPartnerShown ? chat.theirs : noReceipt
    return {
      chatId: chat.chatId,
      version: chat.version,
      state: chat.state,
      createdByMe: chat.createdByMe,
      creatorName: chat.createdByMe ? ME : chat.partner,
      creatorSexYearOrientation: [],
      creator: { ...(chat.createdByMe ? mine : theirs) },
      invited: { name: chat.createdByMe ? chat.partner : ME, ...(chat.createdByMe ? theirs : mine) },
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
      myLastRead: chat.mine.lastRead,
      lastUpdate: chat.lastUpdate,
      lastMessage: last?.message ? [...last.message].slice(0, CHAT_PREVIEW_LENGTH).join('') : null,
      lastMessageSender: last?.senderName ?? null,
      maybe: chat.maybe,
      theyAreIgnoring: chat.theyIgnore,
      iAmIgnoring: chat.iIgnore,
      badges: chat.verified ? ['VERIFIED'] : [],
    }
  }

  invite(partner: string, text: string, { byMe = false, couple = false, verified = false } = {}): Id {
    const at = this.now()
    const chat: FakeChat = {
      chatId: this.nextId(),
      partner,
      couple,
      createdByMe: byMe,
      state: 'INVITED',
      version: 1,
      messages: [],
      unread: 0,
      mine: { lastRead: null, lastReadAt: null },
      theirs: { lastRead: null, lastReadAt: null },
      lastUpdate: at,
      maybe: false,
      iIgnore: false,
      theyIgnore: false,
      verified,
      isDeleted: false,
    }
    this.chats.set(chat.chatId, chat)
    this.store(chat, byMe, text, crypto.randomUUID(), at)
    this.onPush({ type: 'invite:new', chat: this.summaryOf(chat) })
    return chat.chatId
  }

  private store(chat: FakeChat, mine: boolean, text: string | null, clientId: string, at: string): ChatMessage {
    const message: ChatMessage = {
      id: this.nextId(),
      senderName: mine ? ME : chat.partner,
      mine,
      clientId,
      sendTime: at,
      message: text,
      photoUrl: null,
      photo: null,
      verified: false,
      deleted: false,
    }
    chat.messages.push({ message, version: chat.version })
    const side = mine ? chat.mine : chat.theirs
    side.lastRead = message.id
    side.lastReadAt = at
    chat.lastUpdate = at
    return message
  }

  accept(chatId: Id): ChatSummary {
    const chat = this.chat(chatId)
    if (chat.state !== 'INVITED') throw new Refused('CONFLICT')
    chat.version += 1
    chat.state = 'OPEN'
    chat.maybe = false
    chat.lastUpdate = this.now()
    const side = chat.createdByMe ? chat.theirs : chat.mine
    side.lastRead = chat.messages.at(-1)?.message.id ?? null
    side.lastReadAt = chat.lastUpdate
    this.onPush({ type: 'invite:answered', chatId, answer: 'ACCEPTED', chat: this.summaryOf(chat) })
    return this.summaryOf(chat)
  }

  /** Creates an open chat right away. */
  open(partner: string, text = 'Hej!', options: { byMe?: boolean; couple?: boolean; verified?: boolean } = {}): Id {
    const chatId = this.invite(partner, text, options)
    this.accept(chatId)
    return chatId
  }

  maybe(chatId: Id): ChatSummary {
    const chat = this.chat(chatId)
    chat.maybe = true
    this.onPush({ type: 'invite:answered', chatId, answer: 'MAYBE', chat: this.summaryOf(chat) })
    return this.summaryOf(chat)
  }

  decline(chatId: Id): void {
    this.chat(chatId).isDeleted = true
    this.onPush({ type: 'invite:answered', chatId, answer: 'DECLINED', chat: null })
  }

  send(
    chatId: Id,
    mine: boolean,
    text: string | null,
    clientId: string = crypto.randomUUID(),
    photoUrl: string | null = null,
  ): ChatMessage {
    const chat = this.chat(chatId)
    const stored = chat.messages.find(({ message }) => message.mine === mine && message.clientId === clientId)
    if (stored) return stored.message
    if (chat.state !== 'OPEN' || chat.iIgnore || chat.theyIgnore) throw new Refused('FORBIDDEN')
    chat.version += 1
    const message = this.store(chat, mine, text, clientId, this.now())
    if (photoUrl) Object.assign(message, { photoUrl, photo: aPicture(findMediaId(photoUrl) ?? '') })
    chat.unread = mine ? 0 : chat.unread + 1
    this.onPush({
      type: 'chat:message',
      chatId,
      version: chat.version,
      newMessages: chat.unread,
      senderRead: mine || this.receipts ? { lastRead: message.id, lastReadAt: message.sendTime } : null,
      message,
    })
    return message
  }

  /** Processes the photo of a message, as the image worker does. */
  processPhoto(chatId: Id, messageId: Id, more: Partial<Picture> = {}): void {
    const chat = this.chat(chatId)
    const stored = chat.messages.find(({ message }) => message.id === messageId)
    if (!stored?.message.photo) throw new NotFound()
    const photo: Picture = { ...stored.message.photo, status: 'READY', width: 600, height: 600, ...more }
    chat.version += 1
    stored.version = chat.version
    stored.message = { ...stored.message, photo }
    this.onPush({ type: 'photo:ready', photo, chat: { chatId, messageId, version: chat.version } })
  }

  /** Signs the URLs of a photo again, as if the old ones had expired. */
  resignUrls(chatId: Id, messageId: Id): void {
    const stored = this.chat(chatId).messages.find(({ message }) => message.id === messageId)
    if (!stored?.message.photo) throw new NotFound()
    const { photo } = stored.message
    stored.message = { ...stored.message, photo: { ...photo, url: photo.url.replace('=1', '=2') } }
  }

  private recount(chat: FakeChat): void {
    chat.unread = chat.messages.filter(
      ({ message }) => !message.mine && !message.deleted && isAfter(message.id, chat.mine.lastRead),
    ).length
  }

  deleteMessage(chatId: Id, messageId: Id): void {
    const chat = this.chat(chatId)
    const stored = chat.messages.find(({ message }) => message.id === messageId)
    if (!stored) throw new NotFound()
    if (chat.state === 'INVITED') throw new Refused('FORBIDDEN')
    if (stored.message.deleted) return
    chat.version += 1
    stored.version = chat.version
    stored.message = { ...stored.message, message: null, deleted: true }
    this.recount(chat)
    this.onPush({ type: 'chat:message-deleted', chat: this.summaryOf(chat), message: stored.message })
  }

  read(chatId: Id, mine: boolean, lastId: Id): void {
    const chat = this.chat(chatId)
    if (chat.state === 'INVITED') throw new Refused('FORBIDDEN')
    const side = mine ? chat.mine : chat.theirs
    if (!isAfter(lastId, side.lastRead)) return
    side.lastRead = lastId
    side.lastReadAt = this.now()
    if (mine) this.recount(chat)
    const shown = this.receipts && chat.state === 'OPEN' && !chat.iIgnore && !chat.theyIgnore
    if (shown) chat.version += 1
    if (shown || mine) this.onPush({ type: 'chat:read', chat: this.summaryOf(chat) })
  }

  ignore(chatId: Id, who: 'iIgnore' | 'theyIgnore', on: boolean): void {
    const chat = this.chat(chatId)
    if (chat[who] === on || chat.state === 'INVITED') return
    chat[who] = on
    chat.version += 1
    this.pushChanged(chat)
  }

  ignoreByName(userName: string, on: boolean): void {
    const chat = [...this.chats.values()].find(({ partner, isDeleted }) => partner === userName && !isDeleted)
    if (chat) this.ignore(chat.chatId, 'iIgnore', on)
  }

  leave(chatId: Id): void {
    const chat = this.chat(chatId)
    chat.isDeleted = true
    this.onPush({ type: 'chat:changed', chatId, chat: null })
  }

  partnerLeaves(chatId: Id): void {
    const chat = this.chat(chatId)
    if (chat.state !== 'OPEN') return
    chat.version += 1
    chat.state = 'ENDED'
    this.pushChanged(chat)
  }

  list(kind: 'chats' | 'invites' | 'sent', { before, limit = PAGE_DEFAULT }: Page = {}): ChatSummary[] {
    const all = [...this.chats.values()]
      .filter(({ isDeleted, state, createdByMe }) => {
        if (isDeleted) return false
        if (kind === 'chats') return state !== 'INVITED'
        return state === 'INVITED' && createdByMe === (kind === 'sent')
      })
      .sort(
        (one, other) =>
          Number(one.maybe) - Number(other.maybe) ||
          other.lastUpdate.localeCompare(one.lastUpdate) ||
          compareIds(other.chatId, one.chatId),
      )
    const start = before ? all.findIndex(({ chatId }) => chatId === before) + 1 : 0
    return all.slice(start, start + limit).map((chat) => this.summaryOf(chat))
  }

  count(): ChatCount {
    const open = [...this.chats.values()].filter(({ isDeleted, state }) => !isDeleted && state !== 'INVITED')
    const invites = this.list('invites', { limit: 1000 }).filter(({ maybe }) => !maybe)
    return {
      chats: open.filter(({ unread }) => unread > 0).length,
      messages: open.reduce((sum, { unread }) => sum + unread, 0),
      invites: invites.length,
    }
  }

  answer(chatId: Id, { before, after, since, limit = PAGE_DEFAULT }: Page = {}): ChatResponse {
    const chat = this.chat(chatId)
    const summary = this.summaryOf(chat)
    const all = chat.messages.map(({ message }) => message)
    if (since !== undefined) {
      const tooOld = since > chat.version || since < chat.version - RESYNC_VERSIONS_MAX
      if (tooOld) return { chat: summary, messages: [], tooOld }
      const changed = chat.messages.filter(({ version }) => version > since)
      return { chat: summary, messages: changed.map(({ message }) => message) }
    }
    if (after) return { chat: summary, messages: all.filter(({ id }) => isAfter(id, after)).slice(0, limit) }
    const older = before ? all.filter(({ id }) => isAfter(before, id)) : all
    return { chat: summary, messages: older.slice(-limit) }
  }
}

export class NotFound extends Error {}

export class Refused extends Error {
  readonly code: 'FORBIDDEN' | 'CONFLICT'
  constructor(code: 'FORBIDDEN' | 'CONFLICT') {
    super(code)
    this.code = code
  }
}
