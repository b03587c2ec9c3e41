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
import { COMMENTS_IN_LIST, PAGE_DEFAULT, RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { findMediaId, mediaReference, type Picture } from '@app/contract/media'
import { UploadedPhoto } from '@app/contract/photos'
import type { Push } from '@app/contract/pushes'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import type * as z from 'zod/mini'
import { isAfter } from '../../conversation/ids.ts'
import { NotFound, Refused, toErrorResponse } from '../../testing-refusals.ts'
import { server } from '../../testing-server.ts'
import { aGroup } from '../fake-groups.ts'

const API = 'http://localhost:8080/api/v2/'
const ME = 'Mira'

type Stored = { message: GroupMessage; version: number }
type Query = { before?: Id; after?: Id; around?: Id; since?: number; limit: number }
type More = Partial<Pick<GroupMessage, 'ignored' | 'admin' | 'eventMinimalInfo' | 'couple'>> & {
  clientId?: string | undefined
  photoUrl?: string | null
  face?: string
}

const signed = (id: string, size: string, signature = 1): string => `/media/${id}/1/${size}?signature=${signature}`

const aPicture = (id: string, signature?: number): Picture => ({
  id,
  status: 'READY',
  url: signed(id, 'medium', signature),
  smallUrl: signed(id, 'small', signature),
  largeUrl: signed(id, 'large', signature),
  width: 600,
  height: 600,
  rotation: 0,
  placeholder: null,
})

/** A fake server with the messages of one group, following the real server's rules. Passes its pushes to `onPush`. */
export class FakeGroupChat {
  onPush: (push: Push) => void = () => undefined
  group: Group
  stored: Stored[] = []
  requests: string[] = []
  private holds: { part: string; released: Promise<void> }[] = []
  private ids = 100
  private time = Date.now() - 20 * 24 * 60 * 60_000

  constructor(changes: Partial<Group> = {}) {
    this.group = aGroup({ version: 1, ...changes })
  }

  private nextId(): Id {
    this.ids += 1
    return String(this.ids)
  }

  private now(): string {
    this.time += 60_000
    return new Date(this.time).toISOString()
  }

  private move(): number {
    this.group = { ...this.group, version: this.group.version + 1 }
    return this.group.version
  }

  private authored(userName: string, text: string | null, more: More): GroupComment {
    const { photoUrl = null, clientId = crypto.randomUUID() } = more
    return {
      id: this.nextId(),
      userName,
      profilePhotoUrl: more.face ? signed(more.face, 'small') : null,
      couple: more.couple ?? false,
      admin: more.admin ?? false,
      badges: [],
      mine: userName === ME,
      ignored: more.ignored ?? false,
      clientId,
      sendTime: this.now(),
      editTime: null,
      message: text,
      photoUrl,
      photo: photoUrl ? aPicture(findMediaId(photoUrl) ?? '') : null,
      deleted: false,
    }
  }

  private find(messageId: Id): Stored {
    const found = this.stored.find(({ message }) => message.id === messageId)
    if (!found) throw new NotFound()
    return found
  }

  message = (messageId: Id): GroupMessage => this.find(messageId).message

  post(userName: string, text: string | null, more: More = {}): GroupMessage {
    const known = this.stored.find(({ message }) => message.mine && message.clientId === more.clientId)
    if (known) return known.message
    const authored = this.authored(userName, text, more)
    const message: GroupMessage = {
      ...authored,
      lastUpdate: authored.sendTime,
      comments: [],
      commentCount: 0,
      eventMinimalInfo: more.eventMinimalInfo ?? null,
    }
    const version = this.move()
    this.stored.push({ message, version })
    this.group = message.mine
      ? { ...this.group, newMessages: 0, myLastRead: message.id }
      : { ...this.group, newMessages: this.group.newMessages + 1 }
    this.onPush({ type: 'group:message', groupId: this.group.groupId, version, message })
    return message
  }

  private change(messageId: Id, how: Partial<GroupMessage>): number {
    const stored = this.find(messageId)
    stored.message = { ...stored.message, ...how }
    stored.version = this.move()
    return stored.version
  }

  private pushChanged(messageId: Id, version: number): void {
    const { comments: _, commentCount: __, eventMinimalInfo: event, ...message } = this.message(messageId)
    const { sessionResponse: ___, ...eventChange } = event ?? {}
    this.onPush({
      type: 'group:message-changed',
      groupId: this.group.groupId,
      version,
      message: { ...message, eventMinimalInfo: event && eventChange } as GroupMessageContent,
    })
  }

  /** Edits a message of the member, unless it is deleted; the same text changes nothing. */
  private editOwn(messageId: Id, text: string): GroupMessage {
    const { mine, deleted, message } = this.message(messageId)
    if (!mine) throw new Refused('FORBIDDEN')
    if (deleted) throw new Refused('CONFLICT')
    return message === text ? this.message(messageId) : this.edit(messageId, text)
  }

  private assertMayDelete({ mine }: GroupComment): void {
    if (!mine && this.group.role !== 'ADMIN') throw new Refused('FORBIDDEN')
  }

  edit(messageId: Id, text: string): GroupMessage {
    this.pushChanged(messageId, this.change(messageId, { message: text, editTime: this.now() }))
    return this.message(messageId)
  }

  moveEvent(messageId: Id, how: Partial<EventMinimalInfo>): void {
    const { eventMinimalInfo } = this.message(messageId)
    const moved = eventMinimalInfo && { ...eventMinimalInfo, ...how }
    this.pushChanged(messageId, this.change(messageId, { eventMinimalInfo: moved }))
  }

  /** Answers an event on another device of the member. */
  answerEvent(messageId: Id, sessionResponse: EventResponse): void {
    const { eventMinimalInfo: event } = this.message(messageId)
    if (!event) throw new NotFound()
    const { message } = this.find(messageId)
    message.eventMinimalInfo = { ...event, sessionResponse }
    const { eventId: id, ...known } = event
    const { groupId, groupName } = this.group
    const place = { groupId, groupName, groupMessageId: messageId }
    const rest = { description: '', paidEvent: false, authorUserName: null, capacity: null, waiting: 0 } as const
    const info = { ...known, ...place, ...rest, id, participantsShownTo: 'ALL', coming: 1, interested: 0 } as const
    const mine = { sessionResponse, waitingPlace: null, mayChange: false }
    this.onPush({ type: 'event:changed', change: 'ANSWERED', event: info, mine })
  }

  /** Signs all URLs again without a push, as the server does after an hour. */
  resignUrls(): void {
    const resigned = <Written extends GroupComment>(written: Written): Written => ({
      ...written,
      profilePhotoUrl: written.profilePhotoUrl?.replace('signature=1', 'signature=2') ?? null,
      photo: written.photo && aPicture(written.photo.id, 2),
    })
    this.stored = this.stored.map(({ message, version }) => ({
      message: { ...resigned(message), comments: message.comments.map(resigned) },
      version,
    }))
  }

  remove(messageId: Id): void {
    if (this.message(messageId).deleted) return
    const tombstone = { message: null, photo: null, photoUrl: null, deleted: true }
    this.pushChanged(messageId, this.change(messageId, tombstone))
  }

  private pushComment(messageId: Id, comment: GroupComment, version: number): void {
    const { commentCount } = this.message(messageId)
    this.onPush({
      type: 'group:comment',
      groupId: this.group.groupId,
      version,
      messageId,
      comment,
      commentCount,
    })
  }

  private setComments(messageId: Id, comments: GroupComment[]): number {
    return this.change(messageId, { comments, commentCount: comments.filter(({ deleted }) => !deleted).length })
  }

  comment(messageId: Id, userName: string, text: string | null, more: More = {}): GroupComment {
    const { comments } = this.message(messageId)
    const known = comments.find(({ mine, clientId }) => mine && clientId === more.clientId)
    if (known) return known
    if (this.message(messageId).deleted) throw new Refused('CONFLICT')
    const comment = this.authored(userName, text, more)
    this.pushComment(messageId, comment, this.setComments(messageId, [...comments, comment]))
    return comment
  }

  private findComment(messageId: Id, commentId: Id): GroupComment {
    const found = this.message(messageId).comments.find(({ id }) => id === commentId)
    if (!found) throw new NotFound()
    return found
  }

  removeComment(messageId: Id, commentId: Id): void {
    if (this.findComment(messageId, commentId).deleted) return
    const comments = this.message(messageId).comments.map((comment) =>
      comment.id === commentId ? { ...comment, message: null, photo: null, photoUrl: null, deleted: true } : comment,
    )
    const version = this.setComments(messageId, comments)
    this.pushComment(messageId, this.findComment(messageId, commentId), version)
  }

  private inList = (message: GroupMessage): GroupMessage => ({
    ...message,
    comments: message.comments.slice(-COMMENTS_IN_LIST),
  })

  answer({ before, after, around, since, limit }: Query): GroupResponse {
    const { group } = this
    const all = this.stored.map(({ message }) => this.inList(message))
    if (since !== undefined) {
      const tooOld = since > group.version || since < group.version - RESYNC_VERSIONS_MAX
      if (tooOld) return { group, messages: [], tooOld }
      const changed = this.stored.filter(({ version }) => version > since)
      return { group, messages: changed.map(({ message }) => this.inList(message)) }
    }
    if (around) {
      const index = all.findIndex(({ id }) => id === around)
      if (index < 0) throw new NotFound()
      return {
        group,
        messages: all.slice(Math.max(0, index + 1 - Math.ceil(limit / 2)), index + 1 + Math.floor(limit / 2)),
      }
    }
    if (after) return { group, messages: all.filter(({ id }) => isAfter(id, after)).slice(0, limit) }
    return { group, messages: (before ? all.filter(({ id }) => isAfter(before, id)) : all).slice(-limit) }
  }

  read(lastId: Id): void {
    this.find(lastId)
    if (!isAfter(lastId, this.group.myLastRead)) return
    const unread = this.stored.filter(({ message }) => !message.mine && isAfter(message.id, lastId)).length
    this.group = { ...this.group, myLastRead: lastId, newMessages: unread }
    this.onPush({ type: 'group:changed', groupId: this.group.groupId, group: this.group })
  }

  /** Delays responses to calls with this text in their address. Returns the function that sends them. */
  hold(part: string): () => void {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    this.holds.push({ part, released })
    return release
  }

  /** Answers the calls of the group chat, checked against the contract, and collects them. */
  serve(): void {
    const base = `groups/${this.group.groupId}`
    type Found = { params: Record<string, string>; query: Record<string, string>; body: string }
    const on = (method: 'get' | 'post', path: string, answer: (found: Found) => Response) =>
      http[method](API + base + path, async ({ request, params }) => {
        this.requests.push(`${request.method} ${request.url.slice(API.length)}`)
        const query = Object.fromEntries(new URL(request.url).searchParams)
        const body = await request.text()
        await Promise.all(this.holds.filter(({ part }) => request.url.includes(part)).map(({ released }) => released))
        try {
          return answer({ params: params as Record<string, string>, query, body })
        } catch (error) {
          return toErrorResponse(error)
        }
      })
    const json = <Data>(schema: z.ZodMiniType<Data>, data: Data, status = 200) =>
      HttpResponse.json(schema.parse(data) as JsonBodyType, { status })
    const nothing = () => new HttpResponse(null, { status: 204 })
    server.use(
      on('get', '/open', () => json(Group, this.group)),
      on('get', '/messages', ({ query: { since, limit, ...rest } }) =>
        json(
          GroupResponse,
          this.answer({
            ...rest,
            limit: Number(limit ?? PAGE_DEFAULT),
            ...(since === undefined ? {} : { since: Number(since) }),
          }),
        ),
      ),
      on('get', '/messages/:message', ({ params: { message = '' } }) => json(GroupMessage, this.message(message))),
      on('post', '/messages', ({ body }) => {
        const { message, clientId, photoUrl } = SendGroupMessage.parse(JSON.parse(body))
        return json(GroupMessage, this.post(ME, message, { clientId, photoUrl }), 201)
      }),
      on('post', '/messages/:message', ({ params: { message = '' }, body }) =>
        json(GroupMessage, this.editOwn(message, EditGroupMessage.parse(JSON.parse(body)).message)),
      ),
      on('post', '/messages/:message/delete', ({ params: { message = '' } }) => {
        this.assertMayDelete(this.message(message))
        this.remove(message)
        return nothing()
      }),
      on('post', '/messages/:message/comments', ({ params: { message: where = '' }, body }) => {
        const { message, clientId, photoUrl } = SendGroupMessage.parse(JSON.parse(body))
        return json(GroupComment, this.comment(where, ME, message, { clientId, photoUrl }), 201)
      }),
      on('post', '/messages/:message/comments/:comment/delete', ({ params: { message = '', comment = '' } }) => {
        this.assertMayDelete(this.findComment(message, comment))
        this.removeComment(message, comment)
        return nothing()
      }),
      on('post', '/mark-read/:last', ({ params: { last = '' } }) => {
        this.read(last)
        return nothing()
      }),
      on('post', '/photos', () =>
        json(UploadedPhoto, { photoUrl: mediaReference('a'.repeat(32), 1, 'medium'), photoId: 'a'.repeat(32) }),
      ),
    )
  }
}
