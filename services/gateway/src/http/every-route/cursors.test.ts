import { randomUUID } from 'node:crypto'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { anEvent, HOUR } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createNewsHelpers } from '../../news/testing.ts'
import { setUpTestGateway } from '../../testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as } = gateway
const { db } = ctx
const { publish, postComment } = createNewsHelpers(gateway)

/**
 * A list of two entries and, between them in its order, one that the reader may not see: its id, and how to remove it.
 */
type Hidden = { path: string; body?: unknown; id: string; remove: () => Promise<unknown> }
type Arrange = (reader: TestMember) => Promise<Hidden>

const readRow = (table: string, id: string) => () => sql`delete from ${sql.table(table)} where id = ${id}`.execute(db)

/** Sets a row’s time, so that the list’s order differs from that of ids. */
const setRowTime = (table: string, key: string, id: string, column: string, hoursAgo: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(hours => ${hoursAgo})
    where ${sql.ref(key)} = ${id}`.execute(db)

const anIgnoring = async (reader: TestMember): Promise<TestMember> => {
  const other = await aMember(db)
  await as(other).post('/ignore', reader.userName)
  return other
}
const anAd = async (author: TestMember): Promise<string> =>
  (await as(author).post<{ id: string }>('/ads', { title: 'Sällskap', content: 'Till fjällen' })).body.id

const listChats =
  (arrange: typeof anOpenChat, path: string, side: 'ann' | 'bo'): Arrange =>
  async (reader) => {
    const times: [string, number][] = []
    for (const hours of [3, 1]) times.push([(await arrange(db, { [side]: reader })).chatId, hours])
    const { chatId: id } = await arrange(db)
    for (const [chatId, hours] of [...times, [id, 2] as const])
      await setRowTime('chat_members', 'chatId', chatId, 'lastUpdate', hours)
    return { path, id, remove: readRow('chats', id) }
  }

const groupsOf =
  (path: string): Arrange =>
  async (reader) => {
    for (const hours of [3, 1])
      await setRowTime('groups', 'id', (await aGroup(db, { owner: reader })).groupId, 'lastUpdate', hours)
    const { groupId: id } = await aGroup(db)
    await setRowTime('groups', 'id', id, 'lastUpdate', 2)
    return { path, id, remove: readRow('groups', id) }
  }

const aGroupInvite = async (reader: TestMember, owner: TestMember): Promise<string> => {
  const { groupId } = await aGroup(db, { owner })
  await as(owner).post('/groups/invites', { groupId, recipientName: reader.userName })
  return groupId
}

/** Creates a message of another conversation between two of this one. */
const listMessages =
  (kind: 'chats' | 'groups'): Arrange =>
  async (reader) => {
    const path = kind === 'chats' ? '/chats/' : '/groups/'
    const make = async (member: TestMember) =>
      kind === 'chats' ? (await anOpenChat(db, { ann: member })).chatId : (await aGroup(db, { owner: member })).groupId
    const send = async (member: TestMember, id: string) => {
      const call = kind === 'chats' ? `${path}${id}` : `${path}${id}/messages`
      return (await as(member).post<{ id: string }>(call, { message: 'Hej hej', clientId: randomUUID() })).body.id
    }
    const other = await aMember(db)
    const [ownId, foreignId] = [await make(reader), await make(other)]
    await send(reader, ownId)
    const id = await send(other, foreignId)
    await send(reader, ownId)
    return {
      path: kind === 'chats' ? `${path}${ownId}` : `${path}${ownId}/messages`,
      id,
      remove: readRow(kind === 'chats' ? 'chat_messages' : 'group_messages', id),
    }
  }

/** Every parameter of the API that is a cursor, with an entry that is hidden from the reader of the list. */
const CURSORS: Record<string, Arrange> = {
  'GET /chats?before': listChats(anOpenChat, '/chats', 'ann'),
  'GET /chats/invites?before': listChats(anInvite, '/chats/invites', 'bo'),
  'GET /chats/{id}?before': listMessages('chats'),
  'GET /chats/{id}?after': listMessages('chats'),
  'GET /groups?before': groupsOf('/groups'),
  'GET /groups/admin?before': groupsOf('/groups/admin'),
  'GET /groups/can-join?before': async (reader) => {
    await aGroup(db, { isOpen: true })
    const { groupId: id } = await aGroup(db, { owner: await anIgnoring(reader), isOpen: true })
    await aGroup(db, { isOpen: true })
    return { path: '/groups/can-join', id, remove: readRow('groups', id) }
  },
  'GET /groups/invites?before': async (reader) => {
    const ignoring = await aMember(db)
    const [older, id, newer] = [
      await aGroupInvite(reader, await aMember(db)),
      await aGroupInvite(reader, ignoring),
      await aGroupInvite(reader, await aMember(db)),
    ]
    await as(ignoring).post('/ignore', reader.userName)
    for (const [groupId, hours] of [
      [older, 3],
      [id, 2],
      [newer, 1],
    ] as const)
      await setRowTime('group_invites', 'groupId', groupId, 'sentAt', hours)
    return { path: '/groups/invites', id, remove: readRow('groups', id) }
  },
  'GET /groups/{id}/messages?before': listMessages('groups'),
  'GET /groups/{id}/messages?after': listMessages('groups'),
  'GET /groups/{id}/messages?around': listMessages('groups'),
  'GET /events?after': async (reader) => {
    const { groupId } = await aGroup(db)
    await anEvent(db, { author: reader, startsInMs: HOUR })
    const { id } = await anEvent(db, { groupId, startsInMs: 2 * HOUR })
    await anEvent(db, { author: reader, startsInMs: 3 * HOUR })
    return { path: '/events', id, remove: readRow('events', id) }
  },
  'GET /events/public?after': async (reader) => {
    await anEvent(db, { startsInMs: HOUR })
    const { id } = await anEvent(db, { author: await anIgnoring(reader), startsInMs: 2 * HOUR })
    await anEvent(db, { startsInMs: 3 * HOUR })
    return { path: '/events/public', id, remove: readRow('events', id) }
  },
  'POST /ads/filtered?before': async (reader) => {
    await anAd(await aMember(db))
    const id = await anAd(await anIgnoring(reader))
    await anAd(await aMember(db))
    const body = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
    return { path: '/ads/filtered', body, id, remove: readRow('ads', id) }
  },
  'GET /movie?before': async (reader) => {
    await anEntry(ctx, await aMember(db))
    const { id } = await anEntry(ctx, await anIgnoring(reader))
    await anEntry(ctx, await aMember(db))
    return { path: '/movie', id, remove: readRow('movie_entries', id) }
  },
  'GET /movie/new?after': async (reader) => {
    const { id } = await anEntry(ctx, await anIgnoring(reader))
    await anEntry(ctx, await aMember(db))
    return { path: '/movie/new', id, remove: readRow('movie_entries', id) }
  },
  'GET /news?before': async () => {
    await publish()
    const { id } = await publish()
    await publish()
    return { path: '/news', id, remove: async () => {} }
  },
  'GET /news/{id}/comments?before': async (reader) => {
    const { id: newsId } = await publish()
    await postComment(reader, newsId)
    const { id } = (await postComment(await anIgnoring(reader), newsId)).body
    await postComment(reader, newsId)
    return { path: `/news/${newsId}/comments`, id, remove: readRow('news_comments', id) }
  },
}

type Operation = { parameters?: { in: string; name: string }[] }
const IDS = new Set(['before', 'after', 'around'])

test('this table lists every parameter that is a cursor', () => {
  const paths = Object.entries((app.swagger().paths ?? {}) as Record<string, Record<string, Operation>>)
  const cursors = paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter((parameter) => parameter.in === 'query' && IDS.has(parameter.name))
        .map(({ name }) => `${method.toUpperCase()} ${path.replace('/api/v2', '')}?${name}`),
    ),
  )
  expect(Object.keys(CURSORS).toSorted()).toEqual(cursors.toSorted())
})

describe.each(Object.entries(CURSORS))('%s', (name, arrange) => {
  test('responds alike for a hidden entry and for one that never existed', async () => {
    const reader = await aMember(db)
    const { path, body, id, remove } = await arrange(reader)
    const read = async () => {
      const address = `${path}?${name.split('?')[1]}=${id}`
      const answer = await (body ? as(reader).post(address, body) : as(reader).get(address))
      return { status: answer.status, body: answer.body }
    }
    const hidden = await read()
    await remove()
    expect(await read()).toEqual(hidden)
  })
})
