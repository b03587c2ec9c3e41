import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@app/contract/limits'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
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

/** An entry that is hidden from the reader of the list at `path`, among visible ones. */
type HiddenEntry = { path: string; body?: unknown; id: string; remove: () => Promise<unknown> }
/** Creates a list with a hidden entry for this reader. */
type Arrange = (reader: TestMember) => Promise<HiddenEntry>

/** Returns a function that deletes a row. */
const createRemover = (table: string, id: string) => () =>
  sql`delete from ${sql.table(table)} where id = ${id}`.execute(db)

/** Sets a row's time, so that the list's order differs from that of ids. */
const setRowTime = (table: string, key: string, id: string, column: string, hoursAgo: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(hours => ${hoursAgo})
    where ${sql.ref(key)} = ${id}`.execute(db)

const aMemberWhoIgnores = async (reader: TestMember): Promise<TestMember> => {
  const other = await aMember(db)
  await as(other).post('/ignore', reader.userName)
  return other
}
const anAd = async (author: TestMember): Promise<string> =>
  (await as(author).post<{ id: string }>('/ads', { title: 'Sällskap', content: 'Till fjällen' })).body.id

const arrangeChats =
  (createChat: typeof anOpenChat, path: string, side: 'ann' | 'bo'): Arrange =>
  async (reader) => {
    const older = await createChat(db, { [side]: reader })
    const newer = await createChat(db, { [side]: reader })
    const { chatId: id } = await createChat(db)
    for (const [chatId, hoursAgo] of [
      [older.chatId, 3],
      [newer.chatId, 1],
      [id, 2],
    ] as const)
      await setRowTime('chat_members', 'chatId', chatId, 'lastUpdate', hoursAgo)
    return { path, id, remove: createRemover('chats', id) }
  }

const arrangeGroups =
  (path: string): Arrange =>
  async (reader) => {
    for (const hoursAgo of [3, 1])
      await setRowTime('groups', 'id', (await aGroup(db, { owner: reader })).groupId, 'lastUpdate', hoursAgo)
    const { groupId: id } = await aGroup(db)
    await setRowTime('groups', 'id', id, 'lastUpdate', 2)
    return { path, id, remove: createRemover('groups', id) }
  }

const aGroupInvite = async (reader: TestMember, owner: TestMember): Promise<string> => {
  const { groupId } = await aGroup(db, { owner })
  await as(owner).post('/groups/invites', { groupId, recipientName: reader.userName })
  return groupId
}

/** Creates a message of another conversation, sent between two messages of the reader's own. */
const arrangeMessages =
  (kind: 'chats' | 'groups'): Arrange =>
  async (reader) => {
    const path = kind === 'chats' ? '/chats/' : '/groups/'
    const createConversation = async (member: TestMember) =>
      kind === 'chats' ? (await anOpenChat(db, { ann: member })).chatId : (await aGroup(db, { owner: member })).groupId
    const send = async (member: TestMember, id: string) => {
      const messagesPath = kind === 'chats' ? `${path}${id}` : `${path}${id}/messages`
      return (await as(member).post<{ id: string }>(messagesPath, { message: 'Hej hej', clientId: randomUUID() })).body
        .id
    }
    const other = await aMember(db)
    const [ownId, foreignId] = [await createConversation(reader), await createConversation(other)]
    await send(reader, ownId)
    const id = await send(other, foreignId)
    await send(reader, ownId)
    return {
      path: kind === 'chats' ? `${path}${ownId}` : `${path}${ownId}/messages`,
      id,
      remove: createRemover(kind === 'chats' ? 'chat_messages' : 'group_messages', id),
    }
  }

/**
 * Every cursor parameter of the API, with an entry that is hidden from the reader of the list. News cannot be hidden, so
 * that row proves nothing and only completes the table.
 */
const CURSORS: Record<string, Arrange> = {
  'GET /chats?before': arrangeChats(anOpenChat, '/chats', 'ann'),
  'GET /chats/invites?before': arrangeChats(anInvite, '/chats/invites', 'bo'),
  'GET /chats/{id}?before': arrangeMessages('chats'),
  'GET /chats/{id}?after': arrangeMessages('chats'),
  'GET /chats/{id}?around': arrangeMessages('chats'),
  'GET /groups?before': arrangeGroups('/groups'),
  'GET /groups/admin?before': arrangeGroups('/groups/admin'),
  'GET /groups/can-join?before': async (reader) => {
    await aGroup(db, { isOpen: true })
    const { groupId: id } = await aGroup(db, { owner: await aMemberWhoIgnores(reader), isOpen: true })
    await aGroup(db, { isOpen: true })
    return { path: '/groups/can-join', id, remove: createRemover('groups', id) }
  },
  'GET /groups/invites?before': async (reader) => {
    const ignorer = await aMember(db)
    const [older, id, newer] = [
      await aGroupInvite(reader, await aMember(db)),
      await aGroupInvite(reader, ignorer),
      await aGroupInvite(reader, await aMember(db)),
    ]
    await as(ignorer).post('/ignore', reader.userName)
    for (const [groupId, hoursAgo] of [
      [older, 3],
      [id, 2],
      [newer, 1],
    ] as const)
      await setRowTime('group_invites', 'groupId', groupId, 'sentAt', hoursAgo)
    return { path: '/groups/invites', id, remove: createRemover('groups', id) }
  },
  'GET /groups/{id}/messages?before': arrangeMessages('groups'),
  'GET /groups/{id}/messages?after': arrangeMessages('groups'),
  'GET /groups/{id}/messages?around': arrangeMessages('groups'),
  'GET /events?after': async (reader) => {
    const { groupId } = await aGroup(db)
    await anEvent(db, { author: reader, startsInMs: HOUR_MS })
    const { id } = await anEvent(db, { groupId, startsInMs: 2 * HOUR_MS })
    await anEvent(db, { author: reader, startsInMs: 3 * HOUR_MS })
    return { path: '/events', id, remove: createRemover('events', id) }
  },
  'GET /events/public?after': async (reader) => {
    await anEvent(db, { startsInMs: HOUR_MS })
    const { id } = await anEvent(db, { author: await aMemberWhoIgnores(reader), startsInMs: 2 * HOUR_MS })
    await anEvent(db, { startsInMs: 3 * HOUR_MS })
    return { path: '/events/public', id, remove: createRemover('events', id) }
  },
  'POST /ads/filtered?before': async (reader) => {
    await anAd(await aMember(db))
    const id = await anAd(await aMemberWhoIgnores(reader))
    await anAd(await aMember(db))
    const body = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
    return { path: '/ads/filtered', body, id, remove: createRemover('ads', id) }
  },
  'GET /movie?before': async (reader) => {
    await anEntry(ctx, await aMember(db))
    const { id } = await anEntry(ctx, await aMemberWhoIgnores(reader))
    await anEntry(ctx, await aMember(db))
    return { path: '/movie', id, remove: createRemover('movie_entries', id) }
  },
  'GET /movie/new?after': async (reader) => {
    const { id } = await anEntry(ctx, await aMemberWhoIgnores(reader))
    await anEntry(ctx, await aMember(db))
    return { path: '/movie/new', id, remove: createRemover('movie_entries', id) }
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
    const { id } = (await postComment(await aMemberWhoIgnores(reader), newsId)).body
    await postComment(reader, newsId)
    return { path: `/news/${newsId}/comments`, id, remove: createRemover('news_comments', id) }
  },
}

/** Cursors that need no test: the list hides no entry from its readers, or the cursor contains the position itself. */
const WITHOUT_HIDDEN_ENTRIES = ['GET /moderation/log?before', 'GET /moderation/cases?after']

type Operation = { parameters?: { in: string; name: string }[] }
const CURSOR_PARAMETERS = new Set(['before', 'after', 'around'])

test('the table covers every cursor parameter', () => {
  const paths = Object.entries((app.swagger().paths ?? {}) as Record<string, Record<string, Operation>>)
  const cursors = paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter((parameter) => parameter.in === 'query' && CURSOR_PARAMETERS.has(parameter.name))
        .map(({ name }) => `${method.toUpperCase()} ${path.replace('/api/v2', '')}?${name}`),
    ),
  )
  expect([...Object.keys(CURSORS), ...WITHOUT_HIDDEN_ENTRIES].toSorted()).toEqual(cursors.toSorted())
})

describe.each(Object.entries(CURSORS))('%s', (name, arrange) => {
  test('responds to the id of a hidden entry as to one that does not exist', async () => {
    const reader = await aMember(db)
    const { path, body, id, remove } = await arrange(reader)
    expect(id).toMatch(/^\d+$/)
    const requestPage = async () => {
      const url = `${path}?${name.split('?')[1]}=${id}`
      const response = await (body ? as(reader).post(url, body) : as(reader).get(url))
      return { status: response.status, body: response.body }
    }
    const hiddenResponse = await requestPage()
    expect(hiddenResponse.status).toBeOneOf([200, 404])
    await remove()
    expect(await requestPage()).toEqual(hiddenResponse)
  })
})
