import { randomUUID } from 'node:crypto'
import type { ErrorResponse } from '@app/contract/errors'
import { MESSAGE_HITS_MAX, MESSAGE_SEARCH_FIRST_PORTION, MESSAGE_SEARCH_PORTION } from '@app/contract/limits'
import type { FoundMessages } from '@app/contract/message-search'
import { createContext } from '@app/server/context'
import { afterTest, aGroup, anInvite, anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createGroupChatHelpers } from '../group-chats/testing.ts'
import { createTestGateway, setUpTestGateway, UNUSED_ID } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { db } = ctx
const { aPost, messagePath, postComment } = createGroupChatHelpers(gateway)

type Search = { words: string; chatId?: string; groupId?: string; cursor?: unknown }
const search = (member: TestMember, body: Search) => as(member).post<FoundMessages>('/messages/search', body)

async function find(member: TestMember, words: string, rest: Partial<Search> = {}): Promise<FoundMessages> {
  const { status, body } = await search(member, { words, ...rest })
  expect(status).toBe(200)
  return body
}
const listExcerpts = async (member: TestMember, words: string, rest: Partial<Search> = {}) =>
  (await find(member, words, rest)).hits.map(({ excerpt }) => excerpt)

const send = async (member: TestMember, chatId: string, message: string) =>
  (await as(member).post<{ id: string }>(`/chats/${chatId}`, { message, clientId: randomUUID() })).body.id

/** Inserts messages into a chat, the oldest first; `text` is SQL that may refer to the number `n`. */
const insertMessages = (chatId: string, senderId: string, count: number, text: string) =>
  asOwner(
    db,
    sql`
      insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
      select ${chatId}, ${senderId}, gen_random_uuid(), ${sql.raw(text)}, timestamptz '2020-01-01' + make_interval(mins => n), 1
      from generate_series(1, ${count}::int) n order by n`,
  )

describe('a search in messages', () => {
  test('finds messages in the chats and groups of the caller, newest first, with their conversation', {
    tags: 'message-search.hits',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db, { couple: true })]
    await aPhoto(ctx, bo)
    const { chatId } = await anOpenChat(db, { ann, bo })
    const { groupId } = await aGroup(db, { owner: bo, members: [ann] })
    const chatMessage = await send(bo, chatId, 'Vi ses på höstmiddagen')
    const ownMessage = await send(ann, chatId, 'MIDDAG låter bra')
    const post = await aPost(bo, groupId, 'Nästa middag blir på Söder')
    const comment = (await postComment(ann, groupId, post.id, 'Vem lagar middag?')).body
    await send(bo, chatId, 'Då ses vi')
    const { hits, cursor, searchedTo } = await find(ann, ' middag ')
    expect(hits).toMatchObject([
      {
        messageId: comment.id,
        parentId: post.id,
        senderName: ann.userName,
        mine: true,
        group: { groupId },
        chat: null,
      },
      { messageId: post.id, parentId: null, senderName: bo.userName, mine: false, group: { groupId }, chat: null },
      { messageId: ownMessage, senderName: ann.userName, mine: true, group: null, excerpt: 'MIDDAG låter bra' },
      {
        messageId: chatMessage,
        parentId: null,
        senderName: bo.userName,
        mine: false,
        chat: { chatId, partnerName: bo.userName, couple: true, profilePhotoUrl: expect.stringContaining('/media/') },
        sendTime: expect.any(String),
        excerpt: 'Vi ses på höstmiddagen',
      },
    ])
    expect(cursor).toBeNull()
    expect(searchedTo).toEqual(expect.any(String))
  })

  test('finds only messages that contain all words, in any order and case', {
    tags: 'message-search.words',
  }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    await send(ann, chatId, 'Ålder är bara en SIFFRA')
    await send(ann, chatId, 'En siffra räcker')
    expect(await listExcerpts(ann, 'siffra åld')).toEqual(['Ålder är bara en SIFFRA'])
    expect(await listExcerpts(ann, 'SIFFRA')).toHaveLength(2)
    await send(ann, chatId, 'HÖSTMIDDAG PÅ ÖÄÅ, привет')
    for (const words of ['höstmiddag', 'stmid', 'öäå', 'ÖÄ', 'ПРИВЕТ', 'på öäå'])
      expect(await listExcerpts(ann, words), words).toEqual(['HÖSTMIDDAG PÅ ÖÄÅ, привет'])
    expect(await listExcerpts(ann, 'hästmiddag')).toEqual([])
    expect(await listExcerpts(ann, 'siffra kanot')).toEqual([])
  })

  test('compares wildcards, backslashes and quotes as plain characters', async () => {
    const { ann, chatId } = await anOpenChat(db)
    await send(ann, chatId, String.raw`100 % säkert, c:\temp_fil och 'citat'`)
    await send(ann, chatId, 'hundra procent')
    for (const words of ['% s', String.raw`c:\temp`, 'temp_', "'citat'", '100 %'])
      expect(await listExcerpts(ann, words), words).toHaveLength(1)
    for (const words of ['%%', '__', 'h%t', String.raw`\_`, "' or true --"])
      expect(await listExcerpts(ann, words), words).toEqual([])
  })

  test('can be limited to one conversation of the caller', { tags: 'message-search.in-one' }, async () => {
    const ann = await aMember(db)
    const [one, other] = [await anOpenChat(db, { ann }), await anOpenChat(db, { ann })]
    const { groupId } = await aGroup(db, { owner: ann })
    await send(ann, one.chatId, 'kanot i ena')
    await send(ann, other.chatId, 'kanot i andra')
    await aPost(ann, groupId, 'kanot i gruppen')
    expect(await listExcerpts(ann, 'kanot')).toHaveLength(3)
    expect(await listExcerpts(ann, 'kanot', { chatId: one.chatId })).toEqual(['kanot i ena'])
    expect(await listExcerpts(ann, 'kanot', { groupId })).toEqual(['kanot i gruppen'])
  })

  test('finds nothing in the conversations of others; responds NOT_FOUND for their chats, as for unknown ones, and FORBIDDEN for their groups', {
    tags: 'message-search.own-only',
  }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    const { groupId } = await aGroup(db, { owner: ann })
    await send(ann, chatId, 'hemligt ord')
    await aPost(ann, groupId, 'hemligt inlägg')
    const eve = await aMember(db)
    expect(await find(eve, 'hemligt')).toEqual({ hits: [], cursor: null, searchedTo: null })
    const foreign = await search(eve, { words: 'hemligt', chatId })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(foreign.body).toEqual((await search(eve, { words: 'hemligt', chatId: UNUSED_ID })).body)
    expect(await search(eve, { words: 'hemligt', groupId })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await search(eve, { words: 'hemligt', groupId: UNUSED_ID })).status).toBe(404)
  })

  test('finds no deleted messages, and edited posts only by their current text', {
    tags: 'message-search.deleted',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    const { groupId } = await aGroup(db, { owner: ann, members: [bo] })
    const message = await send(bo, chatId, 'roddbåt i chatten')
    const deletedPost = await aPost(bo, groupId, 'roddbåt i inlägget')
    const editedPost = await aPost(bo, groupId, 'roddbåt före')
    expect(await listExcerpts(ann, 'roddbåt')).toHaveLength(3)
    await as(bo).post(`/chats/${chatId}/${message}/delete`)
    await as(bo).post(`${messagePath(groupId, deletedPost.id)}/delete`)
    await as(bo).post(messagePath(groupId, editedPost.id), { message: 'segelbåt efter' })
    expect(await listExcerpts(ann, 'roddbåt')).toEqual([])
    expect(await listExcerpts(ann, 'segelbåt')).toEqual(['segelbåt efter'])
  })

  test('finds ended chats and open invites, but no invite that was put aside or whose sender is ignored, and no chat with a blocked member', {
    tags: 'message-search.conversations',
  }, async () => {
    const ann = await aMember(db)
    const ended = await anOpenChat(db, { ann })
    await send(ended.bo, ended.chatId, 'kajak avslutad')
    await as(ended.bo).post(`/chats/${ended.chatId}/delete`)
    const kept = await anOpenChat(db, { ann })
    await send(kept.bo, kept.chatId, 'kajak blockerad')
    const invite = await anInvite(db, { bo: ann })
    const putAside = await anInvite(db, { bo: ann })
    const ignored = await anInvite(db, { bo: ann })
    for (const { chatId, folder } of [
      { chatId: invite.chatId, folder: 'INVITES' },
      { chatId: putAside.chatId, folder: 'FILTERED' },
      { chatId: ignored.chatId, folder: 'INVITES' },
    ] as const) {
      await db
        .updateTable('chat_members')
        .set({ folder })
        .where('chatId', '=', chatId)
        .where('memberId', '=', ann.id)
        .execute()
      await db
        .updateTable('chat_messages')
        .set({ message: `kajak ${chatId}` })
        .where('chatId', '=', chatId)
        .execute()
    }
    await as(ann).post('/ignore', ignored.ann.userName)
    expect((await listExcerpts(ann, 'kajak')).toSorted()).toEqual(
      ['kajak avslutad', 'kajak blockerad', `kajak ${invite.chatId}`].toSorted(),
    )
    await as(ann).post('/blocks', { userName: kept.bo.userName })
    expect(await listExcerpts(ann, 'kajak blockerad')).toEqual([])
    expect(await listExcerpts(kept.bo, 'kajak blockerad')).toEqual([])
    for (const { chatId } of [kept, putAside]) expect((await search(ann, { words: 'kajak', chatId })).status).toBe(404)
  })

  test('finds no messages in groups by blocked or ignored members or members who deleted their accounts, and none in a former group', {
    tags: 'message-search.blocks',
  }, async () => {
    const [ann, bo, cia, dan] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner: cia, members: [ann, bo, dan] })
    const before = await aPost(bo, groupId, 'ekorre före')
    await postComment(cia, groupId, before.id, 'ekorre om det')
    await as(ann).post('/blocks', { userName: bo.userName })
    const after = await aPost(bo, groupId, 'ekorre efter')
    await postComment(cia, groupId, after.id, 'ekorre under det dolda')
    await aPost(dan, groupId, 'ekorre av dan')
    expect(await listExcerpts(ann, 'ekorre')).toEqual(['ekorre av dan', 'ekorre om det'])
    expect(await listExcerpts(cia, 'ekorre')).toHaveLength(5)
    await as(ann).post('/ignore', dan.userName)
    expect(await listExcerpts(ann, 'ekorre')).toEqual(['ekorre om det'])
    expect(await listExcerpts(dan, 'ekorre')).toHaveLength(5)
    await db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', dan.id).execute()
    expect(await listExcerpts(cia, 'ekorre av dan')).toEqual([])
    await as(cia).post(`/groups/${groupId}/members/${encodeURIComponent(ann.userName)}/remove`)
    expect(await listExcerpts(ann, 'ekorre')).toEqual([])
  })

  test('shows the text around the first word', { tags: 'message-search.excerpt' }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    const filler = 'och så vidare '.repeat(20)
    await send(ann, chatId, `${filler}till sist kom blåbären ${filler}`)
    const [excerpt = ''] = await listExcerpts(ann, 'blåbär')
    expect(excerpt).toMatch(/^….*till sist kom blåbären .*…$/)
    expect(excerpt.length).toBeLessThan(130)
  })

  test('finds letters whose lower case depends on their position or is longer, and shows the text around the word', {
    tags: 'message-search.excerpt',
  }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    await send(ann, chatId, `${'İ'.repeat(150)} ΟΔΟΣ ${'x'.repeat(150)}`)
    for (const words of ['οδος', 'ΟΔΟΣ']) {
      const [excerpt = ''] = await listExcerpts(ann, words)
      expect(excerpt).toContain('ΟΔΟΣ')
    }
  })
})

describe('a portion', () => {
  test('has at most fifty hits, and the next ones follow without a gap', { tags: 'message-search.pages' }, async () => {
    const ann = await aMember(db)
    const [one, other] = [await anOpenChat(db, { ann }), await anOpenChat(db, { ann })]
    const { groupId } = await aGroup(db, { owner: ann })
    for (let n = 0; n < 20; n++) {
      await aPost(ann, groupId, `lingon ${n} g`)
      for (const [name, { chatId }] of Object.entries({ one, other })) await send(ann, chatId, `lingon ${n} ${name}`)
    }
    const excerpts: string[] = []
    let cursor: unknown
    for (let page = 0; page < 3; page++) {
      const found = await find(ann, 'lingon', cursor ? { cursor } : {})
      expect(found.hits.length).toBeLessThanOrEqual(MESSAGE_HITS_MAX)
      excerpts.push(...found.hits.map(({ excerpt }) => excerpt))
      cursor = found.cursor
      if (!cursor) break
    }
    expect(cursor).toBeNull()
    expect(excerpts).toEqual(
      Array.from({ length: 20 }, (_, n) => [
        `lingon ${19 - n} other`,
        `lingon ${19 - n} one`,
        `lingon ${19 - n} g`,
      ]).flat(),
    )
  })

  test('covers fewer messages at first than later, and contains the time of the oldest', {
    tags: 'message-search.portion',
  }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    await insertMessages(
      chatId,
      ann.id,
      MESSAGE_SEARCH_FIRST_PORTION + MESSAGE_SEARCH_PORTION + 5,
      `case when n = 3 then 'guldkorn' else 'sand ' || n end`,
    )
    const first = await find(ann, 'guldkorn')
    const minutes = MESSAGE_SEARCH_PORTION + 5 + 1
    const oldest = new Date(Date.parse('2020-01-01T00:00:00.000Z') + minutes * 60_000).toISOString()
    expect(first).toMatchObject({ hits: [], searchedTo: oldest })
    const second = await find(ann, 'guldkorn', { cursor: first.cursor })
    expect(second).toMatchObject({ hits: [], searchedTo: '2020-01-01T00:06:00.000Z' })
    const third = await find(ann, 'guldkorn', { cursor: second.cursor })
    expect(third).toMatchObject({ hits: [{ excerpt: 'guldkorn' }], cursor: null })
    expect(third.searchedTo).not.toBeNull()
  })

  test('after a forged cursor contains only messages of the caller', {
    tags: 'message-search.cursors',
  }, async () => {
    const { ann, chatId } = await anOpenChat(db)
    await send(ann, chatId, 'havtorn')
    const eve = await anOpenChat(db)
    await send(eve.ann, eve.chatId, 'havtorn hos eva')
    for (const cursor of [
      { chatMessageId: UNUSED_ID, groupMessageId: UNUSED_ID },
      { chatMessageId: UNUSED_ID, groupMessageId: null },
      { chatMessageId: null, groupMessageId: '1' },
    ])
      expect(await listExcerpts(ann, 'havtorn', { cursor })).toEqual(['havtorn'])
    expect(await find(ann, 'havtorn', { cursor: { chatMessageId: '1', groupMessageId: '1' } })).toEqual({
      hits: [],
      cursor: null,
      searchedTo: null,
    })
  })
})

test.each([
  {},
  { words: '' },
  { words: ' å ' },
  { words: '\u200b\u200d\u2060' },
  { words: 'x'.repeat(101) },
  { words: 'x'.repeat(10_000) },
  { words: 'a\u0000b' },
  { words: '\ud800\ud800' },
  { words: 'a b c d e f g h i j k' },
  { words: ['ab'] },
  { words: 'ab', chatId: '0' },
  { words: 'ab', groupId: 'x' },
  { words: 'ab', chatId: '1', groupId: '1' },
  { words: 'ab', cursor: 'bogus' },
  { words: 'ab', cursor: {} },
  { words: 'ab', cursor: { chatMessageId: '-1', groupMessageId: null } },
  { words: 'ab', cursor: { chatMessageId: "1' or true", groupMessageId: null } },
  { words: 'ab', cursor: { chatMessageId: '9'.repeat(30), groupMessageId: null } },
])('rejects %j', { tags: 'message-search.invalid' }, async (body) => {
  const response = await as(await aMember(db)).post<ErrorResponse>('/messages/search', body)
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: expect.any(Array) } })
})

test('a search in messages requires a session', async () => {
  expect(await visitor.post('/messages/search', { words: 'hej' })).toMatchObject({ status: 401 })
})

test('a search in messages reads any number of conversations with three statements', async () => {
  const ann = await aMember(db)
  await aPost(ann, (await aGroup(db, { owner: ann })).groupId, 'smultron')
  for (let n = 0; n < 3; n++) await send(ann, (await anOpenChat(db, { ann })).chatId, 'smultron')
  const statements = await recordStatements(() => find(ann, 'smultron'))
  expect(statements.filter((text) => /own_(?:chats|groups)/.test(text))).toHaveLength(3)
})

test('a search in messages responds UNAVAILABLE when its statement times out', async () => {
  const ann = await aMember(db)
  const contextWithTimeout = createContext(ctx.config, { service: 'test', connections: 2, statementTimeoutMs: 100 })
  const slow = await createTestGateway(contextWithTimeout)
  afterTest(async () => {
    await slow.app.close()
    await contextWithTimeout.close()
  })
  await db.transaction().execute(async (tx) => {
    await sql`lock table chat_messages in access exclusive mode`.execute(tx)
    const response = await slow.as(ann).post('/messages/search', { words: 'hej' })
    expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  })
})

test('a message that a lagging replica finds is a hit only if its current text contains the words', {
  tags: 'message-search.replica',
}, async () => {
  const { ann, bo, chatId } = await anOpenChat(db)
  const { groupId } = await aGroup(db, { owner: ann, members: [bo] })
  const deleted = await send(bo, chatId, 'hallon ett')
  const kept = await send(bo, chatId, 'hallon två')
  const edited = await aPost(bo, groupId, 'hallon tre')
  await as(bo).post(`/chats/${chatId}/${deleted}/delete`)
  await as(bo).post(messagePath(groupId, edited.id), { message: 'björnbär' })
  const cursor = { chatMessageId: null, groupMessageId: null }
  const found = { chatMessages: [deleted, kept], groupMessages: [edited.id] }
  const lagging = await createTestGateway({
    ...ctx,
    readReplica: {
      read: async <Result>() => ({
        result: { ...found, end: cursor, searchedTo: null, hasMore: false } as Result,
        fresh: false,
      }),
      isReplicaUsed: () => true,
      close: async () => {},
    },
  })
  afterTest(() => lagging.app.close())
  const { body } = await lagging.as(ann).post<FoundMessages>('/messages/search', { words: 'hallon' })
  expect(body.hits.map(({ excerpt }) => excerpt)).toEqual(['hallon två'])
})
