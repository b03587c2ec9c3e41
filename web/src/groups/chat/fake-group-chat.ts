import type { Id } from '@app/contract/base'
import type { EventMinimalInfo, EventResponse } from '@app/contract/events'
import {
  EditGroupMessage,
  Group,
  GroupComment,
  GroupMessage,
  type GroupMessageContent,
  GroupResponse,
  SendGroupMessage,
} from '@app/contract/groups'
import {
  COMMENTS_IN_LIST,
  DAY_MS,
  EDIT_PERIOD_MS,
  PAGE_DEFAULT,
  QUOTE_LENGTH,
  RESYNC_VERSIONS_MAX,
} from '@app/contract/limits'
import { findMediaId, type Picture } from '@app/contract/media'
import { UploadedPhoto } from '@app/contract/photos'
import type { Push } from '@app/contract/pushes'
import { type Reaction, SetReaction } from '@app/contract/reactions'
import type { Quote } from '@app/contract/replies'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import type * as z from 'zod/mini'
import { isAfter } from '../../conversation/ids.ts'
import { withOtherReaction, withOwnReaction } from '../../conversation/reactions.ts'
import { createDeferred } from '../../testing-deferred.ts'
import { NotFound, Rejected, toErrorResponse } from '../../testing-rejections.ts'
import { server } from '../../testing-server.ts'
import { aGroup } from '../fake-groups.ts'

const API = 'http://localhost:8080/api/v2/'
const ME = 'Mira'
const MINUTE_MS = 60_000

type StoredPost = { message: GroupMessage; version: number }
type Query = { before?: Id; after?: Id; around?: Id; since?: number; limit: number }
type EntryOptions = Partial<Pick<GroupMessage, 'ignored' | 'admin' | 'eventMinimalInfo' | 'couple'>> & {
  clientId?: string | undefined
  photoUrl?: string | null
  replyTo?: Id | null
  profilePhotoId?: string
}

const signedUrl = (id: string, size: string, signature = 1): string => `/media/${id}/1/${size}?signature=${signature}`

const aPicture = (id: string, signature?: number): Picture => ({
  id,
  status: 'READY',
  url: signedUrl(id, 'medium', signature),
  smallUrl: signedUrl(id, 'small', signature),
  largeUrl: signedUrl(id, 'large', signature),
  width: 600,
  height: 600,
  rotation: 0,
  placeholder: null,
})

/** A fake server with the messages of one group, by the rules of the real server. Passes its pushes to `onPush`. */
export class FakeGroupChat {
  onPush: (push: Push) => void = () => undefined
  group: Group
  stored: StoredPost[] = []
  requests: string[] = []
  private delays: { urlPart: string; released: Promise<void> }[] = []
  private readonly reacted = new Map<string, Reaction | null>()
  private lastId = 100
  private time = Date.now() - 20 * DAY_MS

  constructor(changes: Partial<Group> = {}) {
    this.group = aGroup({ version: 1, ...changes })
  }

  private nextId(): Id {
    this.lastId += 1
    return String(this.lastId)
  }

  private now(): string {
    this.time += MINUTE_MS
    return new Date(this.time).toISOString()
  }

  setTime(timestamp: string): void {
    this.time = Date.parse(timestamp)
  }

  private nextVersion(): number {
    this.group = { ...this.group, version: this.group.version + 1 }
    return this.group.version
  }

  private createEntry(userName: string, text: string | null, options: EntryOptions): GroupComment {
    const { photoUrl = null, clientId = crypto.randomUUID(), replyTo } = options
    return {
      ...(replyTo ? { replyTo: this.quoteOf(this.requireEntry(replyTo)) } : {}),
      id: this.nextId(),
      userName,
      profilePhotoUrl: options.profilePhotoId ? signedUrl(options.profilePhotoId, 'small') : null,
      couple: options.couple ?? false,
      admin: options.admin ?? false,
      badges: [],
      mine: userName === ME,
      ignored: options.ignored ?? false,
      clientId,
      sendTime: this.now(),
      editTime: null,
      message: text,
      photoUrl,
      photo: photoUrl ? aPicture(findMediaId(photoUrl) ?? '') : null,
      deleted: false,
    }
  }

  private quoteOf = ({ id, userName, mine, message, photo, deleted }: GroupComment): Quote => ({
    id,
    senderName: userName,
    mine,
    message: message && [...message].slice(0, QUOTE_LENGTH).join(''),
    photo: photo !== null && !deleted,
    deleted,
  })

  private requireEntry(id: Id): GroupComment {
    const entries = this.stored.flatMap(({ message }): GroupComment[] => [message, ...message.comments])
    const entry = entries.find((candidate) => candidate.id === id)
    if (!entry) throw new NotFound()
    return entry
  }

  private requireStored(messageId: Id): StoredPost {
    const stored = this.stored.find(({ message }) => message.id === messageId)
    if (!stored) throw new NotFound()
    return stored
  }

  getMessage = (messageId: Id): GroupMessage => this.requireStored(messageId).message

  /** Stores a message of any member, or returns the stored own message with the same client id. */
  post(userName: string, text: string | null, options: EntryOptions = {}): GroupMessage {
    const existing = this.stored.find(({ message }) => message.mine && message.clientId === options.clientId)
    if (existing) return existing.message
    const entry = this.createEntry(userName, text, options)
    const message: GroupMessage = {
      ...entry,
      lastUpdate: entry.sendTime,
      comments: [],
      commentCount: 0,
      eventMinimalInfo: options.eventMinimalInfo ?? null,
    }
    const version = this.nextVersion()
    this.stored.push({ message, version })
    this.group = message.mine
      ? { ...this.group, newMessages: 0, myLastRead: message.id }
      : { ...this.group, newMessages: this.group.newMessages + 1 }
    this.onPush({ type: 'group:message', groupId: this.group.groupId, version, message })
    return message
  }

  /** Changes a message. Returns the version of the change. */
  private change(messageId: Id, changes: Partial<GroupMessage>): number {
    const stored = this.requireStored(messageId)
    stored.message = { ...stored.message, ...changes }
    stored.version = this.nextVersion()
    return stored.version
  }

  private pushChanged(messageId: Id, version: number): void {
    const { eventMinimalInfo: event, ...content } = this.getMessage(messageId)
    const { comments: _, commentCount: __, reactions: ___, ...message } = content
    const { sessionResponse: ____, ...eventChange } = event ?? {}
    this.onPush({
      type: 'group:message-changed',
      groupId: this.group.groupId,
      version,
      message: { ...message, eventMinimalInfo: event && eventChange } as GroupMessageContent,
    })
  }

  /** Edits one of the member's messages, as their own request does. An unchanged text changes nothing. */
  private editOwn(messageId: Id, text: string): GroupMessage {
    const { mine, deleted, message } = this.getMessage(messageId)
    if (!mine) throw new Rejected('FORBIDDEN')
    if (deleted) throw new Rejected('CONFLICT')
    return message === text ? this.getMessage(messageId) : this.edit(messageId, text)
  }

  private assertMayDelete({ mine }: GroupComment): void {
    if (!mine && this.group.role !== 'ADMIN') throw new Rejected('FORBIDDEN')
  }

  edit(messageId: Id, text: string): GroupMessage {
    this.pushChanged(messageId, this.change(messageId, { message: text, editTime: this.now() }))
    return this.getMessage(messageId)
  }

  /** Changes the event that a post announces, as its host does. */
  changeEvent(messageId: Id, changes: Partial<EventMinimalInfo>): void {
    const { eventMinimalInfo } = this.getMessage(messageId)
    const changedEvent = eventMinimalInfo && { ...eventMinimalInfo, ...changes }
    this.pushChanged(messageId, this.change(messageId, { eventMinimalInfo: changedEvent }))
  }

  /** Sets the event that a post announces, or removes it, as a decision of the team does. */
  setEvent(messageId: Id, eventMinimalInfo: EventMinimalInfo | null): void {
    this.pushChanged(messageId, this.change(messageId, { eventMinimalInfo }))
  }

  /** Answers an event on another device of the member. */
  answerEvent(messageId: Id, sessionResponse: EventResponse): void {
    const { eventMinimalInfo: event } = this.getMessage(messageId)
    if (!event) throw new NotFound()
    const { message } = this.requireStored(messageId)
    message.eventMinimalInfo = { ...event, sessionResponse }
    const { eventId: id, ...minimalInfo } = event
    const { groupId, groupName } = this.group
    const origin = { groupId, groupName, groupMessageId: messageId }
    const defaults = { description: '', paidEvent: false, authorUserName: null, capacity: null, waiting: 0 } as const
    const info = {
      ...minimalInfo,
      ...origin,
      ...defaults,
      id,
      participantsShownTo: 'ALL',
      coming: 1,
      interested: 0,
    } as const
    const mine = { sessionResponse, waitingPlace: null, mayChange: false }
    this.onPush({ type: 'event:changed', change: 'ANSWERED', event: info, mine })
  }

  /** Signs all URLs again without a push, as the server does after an hour. */
  renewUrls(): void {
    const renewSignatures = <Entry extends GroupComment>(entry: Entry): Entry => ({
      ...entry,
      profilePhotoUrl: entry.profilePhotoUrl?.replace('signature=1', 'signature=2') ?? null,
      photo: entry.photo && aPicture(entry.photo.id, 2),
    })
    this.stored = this.stored.map(({ message, version }) => ({
      message: { ...renewSignatures(message), comments: message.comments.map(renewSignatures) },
      version,
    }))
  }

  deletePost(messageId: Id): void {
    if (this.getMessage(messageId).deleted) return
    const tombstone = { message: null, photo: null, photoUrl: null, deleted: true }
    this.pushChanged(messageId, this.change(messageId, tombstone))
  }

  private pushComment(messageId: Id, comment: GroupComment, version: number): void {
    const { commentCount } = this.getMessage(messageId)
    const { reactions: _, ...content } = comment
    this.onPush({
      type: 'group:comment',
      groupId: this.group.groupId,
      version,
      messageId,
      comment: content,
      commentCount,
    })
  }

  /** Sets the comments on a post. Returns the version of the change. */
  private setComments(messageId: Id, comments: GroupComment[]): number {
    return this.change(messageId, { comments, commentCount: comments.filter(({ deleted }) => !deleted).length })
  }

  /** Stores a comment of any member, or returns the stored own comment with the same client id. */
  comment(messageId: Id, userName: string, text: string | null, options: EntryOptions = {}): GroupComment {
    const { comments } = this.getMessage(messageId)
    const existing = comments.find(({ mine, clientId }) => mine && clientId === options.clientId)
    if (existing) return existing
    if (this.getMessage(messageId).deleted) throw new Rejected('CONFLICT')
    const comment = this.createEntry(userName, text, options)
    this.pushComment(messageId, comment, this.setComments(messageId, [...comments, comment]))
    return comment
  }

  private requireComment(messageId: Id, commentId: Id): GroupComment {
    const comment = this.getMessage(messageId).comments.find(({ id }) => id === commentId)
    if (!comment) throw new NotFound()
    return comment
  }

  private changeComment(messageId: Id, commentId: Id, changes: Partial<GroupComment>): number {
    const { comments } = this.getMessage(messageId)
    return this.setComments(
      messageId,
      comments.map((comment) => (comment.id === commentId ? { ...comment, ...changes } : comment)),
    )
  }

  editComment(messageId: Id, commentId: Id, text: string): GroupComment {
    const { mine, deleted, sendTime } = this.requireComment(messageId, commentId)
    if (!mine) throw new Rejected('FORBIDDEN')
    if (deleted || this.time - Date.parse(sendTime) >= EDIT_PERIOD_MS) throw new Rejected('CONFLICT')
    const version = this.changeComment(messageId, commentId, { message: text, editTime: this.now() })
    const comment = this.requireComment(messageId, commentId)
    this.pushComment(messageId, comment, version)
    return comment
  }

  /** Sets or removes a reaction to a post, or to a comment on the post `parentId`. */
  react(userName: string, entry: { messageId: Id; parentId?: Id }, reaction: Reaction | null): void {
    const { messageId, parentId = null } = entry
    const { reactions, deleted } = this.requireEntry(messageId)
    if (deleted) throw new Rejected('CONFLICT')
    const key = `${messageId} ${userName}`
    const previous = this.reacted.get(key) ?? null
    if (previous === reaction) return
    this.reacted.set(key, reaction)
    const mine = userName === ME
    const next = mine ? withOwnReaction(reactions, reaction) : withOtherReaction(reactions, previous, reaction)
    const changes = { reactions: next.length > 0 ? next : undefined }
    const version =
      parentId === null ? this.change(messageId, changes) : this.changeComment(parentId, messageId, changes)
    const { groupId } = this.group
    this.onPush({ type: 'group:reaction', groupId, version, messageId, parentId, mine, previous, reaction })
  }

  deleteComment(messageId: Id, commentId: Id): void {
    if (this.requireComment(messageId, commentId).deleted) return
    const comments = this.getMessage(messageId).comments.map((comment) =>
      comment.id === commentId ? { ...comment, message: null, photo: null, photoUrl: null, deleted: true } : comment,
    )
    const version = this.setComments(messageId, comments)
    this.pushComment(messageId, this.requireComment(messageId, commentId), version)
  }

  private withNewestComments = (message: GroupMessage): GroupMessage => ({
    ...message,
    comments: message.comments.slice(-COMMENTS_IN_LIST),
  })

  listMessages({ before, after, around, since, limit }: Query): GroupResponse {
    const { group } = this
    const messages = this.stored.map(({ message }) => this.withNewestComments(message))
    if (since !== undefined) {
      const isTooOld = since > group.version || since < group.version - RESYNC_VERSIONS_MAX
      if (isTooOld) return { group, messages: [], tooOld: isTooOld }
      const changedPosts = this.stored.filter(({ version }) => version > since)
      return { group, messages: changedPosts.map(({ message }) => this.withNewestComments(message)) }
    }
    if (around) {
      const index = messages.findIndex(({ id }) => id === around)
      if (index < 0) throw new NotFound()
      return {
        group,
        messages: messages.slice(Math.max(0, index + 1 - Math.ceil(limit / 2)), index + 1 + Math.floor(limit / 2)),
      }
    }
    if (after) return { group, messages: messages.filter(({ id }) => isAfter(id, after)).slice(0, limit) }
    return { group, messages: (before ? messages.filter(({ id }) => isAfter(before, id)) : messages).slice(-limit) }
  }

  markRead(lastId: Id): void {
    this.requireStored(lastId)
    if (!isAfter(lastId, this.group.myLastRead)) return
    const unread = this.stored.filter(({ message }) => !message.mine && isAfter(message.id, lastId)).length
    this.group = { ...this.group, myLastRead: lastId, newMessages: unread }
    this.onPush({ type: 'group:changed', groupId: this.group.groupId, group: this.group })
  }

  /** Replaces the messages of a blocked member with tombstones, and asks the client to reload. */
  hideMember(userName: string): void {
    this.stored = this.stored.map((stored) =>
      stored.message.userName === userName
        ? { ...stored, message: { ...stored.message, userName: '', message: null, deleted: true } }
        : stored,
    )
    this.onPush({ type: 'group:changed', groupId: this.group.groupId, group: this.group, reload: true })
  }

  /** Delays responses to requests whose URL contains this text. Returns a function that sends them. */
  delayResponses(urlPart: string): () => void {
    const { promise, resolve } = createDeferred()
    this.delays.push({ urlPart, released: promise })
    return resolve
  }

  /** Serves the routes of the group chat, checks responses against the contract, and records the requests. */
  serve(): void {
    const base = `groups/${this.group.groupId}`
    type RequestParts = { params: Record<string, string>; query: Record<string, string>; body: string }
    const route = (method: 'get' | 'post', path: string, respond: (parts: RequestParts) => Response) =>
      http[method](API + base + path, async ({ request, params }) => {
        this.requests.push(`${request.method} ${request.url.slice(API.length)}`)
        const query = Object.fromEntries(new URL(request.url).searchParams)
        const body = await request.text()
        const delays = this.delays.filter(({ urlPart }) => request.url.includes(urlPart))
        await Promise.all(delays.map(({ released }) => released))
        try {
          return respond({ params: params as Record<string, string>, query, body })
        } catch (error) {
          return toErrorResponse(error)
        }
      })
    const json = <Data>(schema: z.ZodMiniType<Data>, data: Data, status = 200) =>
      HttpResponse.json(schema.parse(data) as JsonBodyType, { status })
    const noContent = () => new HttpResponse(null, { status: 204 })
    server.use(
      route('get', '/open', () => json(Group, this.group)),
      route('get', '/messages', ({ query: { since, limit, ...rest } }) =>
        json(
          GroupResponse,
          this.listMessages({
            ...rest,
            limit: Number(limit ?? PAGE_DEFAULT),
            ...(since === undefined ? {} : { since: Number(since) }),
          }),
        ),
      ),
      route('get', '/messages/:message', ({ params: { message = '' } }) =>
        json(GroupMessage, this.getMessage(message)),
      ),
      route('post', '/messages', ({ body }) => {
        const { message, ...options } = SendGroupMessage.parse(JSON.parse(body))
        return json(GroupMessage, this.post(ME, message, options), 201)
      }),
      route('post', '/messages/:message', ({ params: { message = '' }, body }) =>
        json(GroupMessage, this.editOwn(message, EditGroupMessage.parse(JSON.parse(body)).message)),
      ),
      route('post', '/messages/:message/delete', ({ params: { message = '' } }) => {
        this.assertMayDelete(this.getMessage(message))
        this.deletePost(message)
        return noContent()
      }),
      route('post', '/messages/:message/comments', ({ params: { message: messageId = '' }, body }) => {
        const { message, ...options } = SendGroupMessage.parse(JSON.parse(body))
        return json(GroupComment, this.comment(messageId, ME, message, options), 201)
      }),
      route('post', '/messages/:message/comments/:comment/delete', ({ params: { message = '', comment = '' } }) => {
        this.assertMayDelete(this.requireComment(message, comment))
        this.deleteComment(message, comment)
        return noContent()
      }),
      route('post', '/messages/:message/react', ({ params: { message: messageId = '' }, body }) => {
        this.react(ME, { messageId }, SetReaction.parse(JSON.parse(body)).reaction)
        return json(GroupMessage, this.getMessage(messageId))
      }),
      route('post', '/messages/:message/comments/:comment/react', ({ params, body }) => {
        const { message: parentId = '', comment: messageId = '' } = params
        this.react(ME, { messageId, parentId }, SetReaction.parse(JSON.parse(body)).reaction)
        return json(GroupComment, this.requireComment(parentId, messageId))
      }),
      route('post', '/messages/:message/comments/:comment/edit', ({ params, body }) => {
        const { message = '', comment = '' } = params
        return json(GroupComment, this.editComment(message, comment, EditGroupMessage.parse(JSON.parse(body)).message))
      }),
      route('post', '/mark-read/:last', ({ params: { last = '' } }) => {
        this.markRead(last)
        return noContent()
      }),
      route('post', '/photos', () =>
        json(UploadedPhoto, { photoUrl: signedUrl('a'.repeat(32), 'medium'), photoId: 'a'.repeat(32) }),
      ),
    )
  }
}
