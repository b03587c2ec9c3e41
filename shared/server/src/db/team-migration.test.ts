import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyTestDatabase } from '../testing/context.ts'
import { aMember, type TestMember } from '../testing/members.ts'
import { createDatabase, createPool, type Database } from './database.ts'
import { MIGRATIONS, migrateToLatest } from './migrate.ts'
import { runMigrations } from './run-migrations.ts'

const { superuserUrl: url, drop } = await emptyTestDatabase()
let db: Database
afterAll(async () => {
  await db.destroy()
  await drop()
})

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const SHARED_CLIENT_ID = randomUUID()

type Side = { member: TestMember; folder?: 'CHATS' | 'INVITES' | 'SENT' | 'GONE'; readAll?: boolean }

/** Inserts a chat as an earlier release stored it, without messages. */
async function aChat(
  [creator, invited]: [Side, Side],
  { state = 'OPEN' as 'OPEN' | 'ENDED' | 'INVITED', ignored = false } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('chats')
    .values({
      creatorId: creator.member.accountId,
      invitedId: invited.member.accountId,
      state,
      invitedIgnores: ignored,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sides = [
    [creator, invited],
    [invited, creator],
  ] as const
  await db
    .insertInto('chat_members')
    .values(
      sides.map(([ownSide, otherSide]) => ({
        chatId: id,
        memberId: ownSide.member.accountId,
        otherId: otherSide.member.accountId,
        folder: ownSide.folder ?? 'CHATS',
        lastUpdate: timeAt(0),
      })),
    )
    .execute()
  return id
}

let minute = 0
async function insertMessage(chatId: string, sender: TestMember, message: string, clientId: string = randomUUID()) {
  minute += 1
  const { id } = await db
    .insertInto('chat_messages')
    .values({ chatId, senderId: sender.accountId, clientId, message, sentAt: timeAt(minute), version: minute })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('chats')
    .set({ version: minute, lastMessage: message, lastSenderId: sender.accountId })
    .where('id', '=', chatId)
    .execute()
  await sql`
    update chat_members set "lastUpdate" = ${timeAt(minute)},
      unread = case when "memberId" = ${sender.accountId} then 0 else unread + 1 end,
      "lastReadId" = case when "memberId" = ${sender.accountId} then ${id}::bigint else "lastReadId" end
    where "chatId" = ${chatId}`.execute(db)
  return id
}

const markAllRead = (chatId: string, { accountId }: TestMember) =>
  sql`
    update chat_members set unread = 0, "lastReadId" = (select max(id) from chat_messages where "chatId" = ${chatId})
    where "chatId" = ${chatId} and "memberId" = ${accountId}`.execute(db)

const listChats = async (memberId: string) =>
  db
    .selectFrom('chat_members as mine')
    .innerJoin('chats', 'chats.id', 'mine.chatId')
    .innerJoin('chat_members as theirs', (join) =>
      join.onRef('theirs.chatId', '=', 'chats.id').onRef('theirs.memberId', '=', 'mine.otherId'),
    )
    .select([
      'chats.id',
      'state',
      'heldState',
      'mine.otherId',
      'mine.folder',
      'mine.heldFolder',
      'mine.unread',
      'mine.lastReadId',
      'lastMessage',
      'lastSenderId',
    ])
    .select(['theirs.folder as theirFolder', 'theirs.unread as theirUnread', 'theirs.lastReadId as theirReadId'])
    .select(['creatorIgnores', 'invitedIgnores'])
    .where('mine.memberId', '=', memberId)
    .orderBy('chats.id')
    .execute()

const listMessages = (chatId: string) =>
  db
    .selectFrom('chat_messages')
    .select(['message', 'senderId', 'writtenById', 'version'])
    .where('chatId', '=', chatId)
    .orderBy('id')
    .execute()

let ada: TestMember
let bea: TestMember
let mona: TestMember
let max: TestMember
let nils: TestMember
let ruth: TestMember
let gun: TestMember
let ira: TestMember
let deletedMember: TestMember
/** An admin in the deletion period. */
let dea: TestMember
let lastReadByRuth: string
let chatWithAda: string
let chatLeftByMax: string
let photo: string
let groupId: string
let newsId: string
let eventId: string
let entryId: string

beforeAll(async () => {
  db = createDatabase(createPool(url, 2))
  const earlierMigrations = Object.entries(MIGRATIONS).filter(([name]) => name < '0030')
  await runMigrations(db as unknown as Kysely<unknown>, Object.fromEntries(earlierMigrations))
  ada = await aMember(db, { userName: 'Ada', level: 'ADMIN', duties: [] })
  bea = await aMember(db, { userName: 'Bea', level: 'ADMIN', duties: [] })
  mona = await aMember(db, { userName: 'Mona' })
  max = await aMember(db, { userName: 'Max' })
  nils = await aMember(db, { userName: 'Nils' })
  ruth = await aMember(db, { userName: 'Ruth' })
  gun = await aMember(db, { userName: 'Gun' })
  ira = await aMember(db, { userName: 'Ira' })
  deletedMember = await aMember(db, { userName: 'Lena', deletedAt: new Date() })
  dea = await aMember(db, { userName: 'Dea', level: 'ADMIN', duties: [], deletedAt: new Date() })

  chatWithAda = await aChat([{ member: ada }, { member: mona }], { ignored: true })
  const chatWithBea = await aChat([{ member: mona }, { member: bea }], { state: 'ENDED' })
  await insertMessage(chatWithAda, ada, 'A1', SHARED_CLIENT_ID)
  await insertMessage(chatWithBea, bea, 'B1', SHARED_CLIENT_ID)
  await insertMessage(chatWithAda, mona, 'M1')
  await markAllRead(chatWithAda, ada)
  await markAllRead(chatWithBea, mona)
  await insertMessage(chatWithBea, mona, 'M2')
  await insertMessage(chatWithAda, ada, 'A2')
  photo = 'p'.repeat(22)
  await db
    .insertInto('media')
    .values({
      id: photo,
      kind: 'CHAT',
      ownerId: bea.accountId,
      chatId: chatWithBea,
      createdAt: timeAt(0),
      carried: true,
    })
    .execute()

  chatLeftByMax = await aChat([{ member: max, folder: 'GONE' }, { member: ada }], { state: 'ENDED' })
  await insertMessage(chatLeftByMax, max, 'X1')
  const openChatWithMax = await aChat([{ member: bea }, { member: max }])
  await insertMessage(openChatWithMax, bea, 'X2')
  const ruthWithBea = await aChat([{ member: ruth }, { member: bea }])
  const ruthWithAda = await aChat([{ member: ada }, { member: ruth }])
  await insertMessage(ruthWithBea, bea, 'R1')
  for (const text of ['R2', 'R3', 'R4']) lastReadByRuth = await insertMessage(ruthWithAda, ada, text)
  await markAllRead(ruthWithAda, ruth)
  await insertMessage(ruthWithBea, bea, 'R5')
  await insertMessage(await aChat([{ member: gun, folder: 'GONE' }, { member: ada }], { state: 'ENDED' }), ada, 'G1')
  await aChat([{ member: gun }, { member: bea, folder: 'GONE' }], { state: 'ENDED' }).then((id) =>
    insertMessage(id, gun, 'G2'),
  )
  await aChat([{ member: ira, folder: 'GONE' }, { member: ada }], { state: 'ENDED' }).then((id) =>
    insertMessage(id, ira, 'I1'),
  )
  const chatHeldByDea = await aChat([{ member: dea }, { member: nils }])
  await insertMessage(chatHeldByDea, dea, 'D1')
  const chatLeftAndHeld = await aChat([{ member: ira, folder: 'GONE' }, { member: dea }], { state: 'ENDED' })
  await insertMessage(chatLeftAndHeld, dea, 'I2')
  await sql`update chats set "heldState" = state, state = 'ENDED' where id = ${chatHeldByDea}`.execute(db)
  await sql`
    update chat_members set "heldFolder" = folder, folder = 'GONE'
    where "otherId" = ${dea.accountId} and folder <> 'GONE'`.execute(db)
  await aChat(
    [
      { member: nils, folder: 'SENT' },
      { member: ada, folder: 'INVITES' },
    ],
    { state: 'INVITED' },
  )
  await aChat([{ member: ada }, { member: bea }])
  const chatHeldByLena = await aChat([{ member: deletedMember }, { member: ada, folder: 'GONE' }], { state: 'ENDED' })
  await sql`update chats set "heldState" = 'OPEN' where id = ${chatHeldByLena}`.execute(db)
  await sql`
    update chat_members set "heldFolder" = 'CHATS' where "chatId" = ${chatHeldByLena} and "memberId" = ${ada.accountId}`.execute(
    db,
  )

  const byAuthor = (author: TestMember) => ({ authorId: author.accountId, clientId: SHARED_CLIENT_ID })
  groupId = (
    await db
      .insertInto('groups')
      .values({
        groupName: 'Norr',
        nameKey: 'norr',
        description: 'x',
        isOpen: true,
        lastUpdate: timeAt(0),
        createdAt: timeAt(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await db
    .updateTable('groups')
    .set({ creatorId: ada.accountId, ownerId: ada.accountId, lastSenderId: bea.accountId, memberCount: 3 })
    .execute()
  for (const [index, { accountId: memberId }] of [ada, bea, mona].entries())
    await db
      .insertInto('group_members')
      .values({ groupId, memberId, admin: index === 0, joinedAt: timeAt(index), readPosts: index })
      .execute()
  await db
    .insertInto('group_members')
    .values({ groupId, memberId: dea.accountId, held: true, joinedAt: timeAt(5) })
    .execute()
  for (const author of [ada, bea, dea])
    await db
      .insertInto('group_messages')
      .values({
        ...byAuthor(author),
        groupId,
        message: author.userName,
        sentAt: timeAt(0),
        lastUpdate: timeAt(0),
        version: 1,
      })
      .execute()
  for (const recipient of [max, nils])
    for (const inviter of [ada, bea])
      await db
        .insertInto('group_invites')
        .values({
          ...{ groupId, inviterId: inviter.accountId, recipientId: recipient.accountId, sentAt: timeAt(0) },
          declined: inviter === ada || recipient === nils,
        })
        .execute()

  const event = {
    title: 'x',
    description: 'x',
    place: 'x',
    eventTime: timeAt(0),
    paidEvent: false,
    createdAt: timeAt(0),
  }
  for (const author of [dea, ada, bea])
    eventId = (
      await db
        .insertInto('events')
        .values({
          ...event,
          ...byAuthor(author),
          changedAt: timeAt(0),
          participantsShownTo: 'ALL',
          coming: 2,
          interested: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  for (const [author, answer] of [
    [ada, 'YES'],
    [bea, 'MAYBE'],
    [mona, 'YES'],
  ] as const)
    await db
      .insertInto('event_answers')
      .values({ eventId, memberId: author.accountId, answer, answeredAt: timeAt(0) })
      .execute()

  for (const author of [dea, ada, bea]) {
    await db
      .insertInto('ads')
      .values({ ...byAuthor(author), kind: 'FEMALE', title: 'x', content: 'x', publishedAt: timeAt(0) })
      .execute()
    const mediaId = author.userName.padEnd(22, 'm')
    await db
      .insertInto('media')
      .values({ id: mediaId, kind: 'MOVIE', ownerId: author.accountId, createdAt: timeAt(0) })
      .execute()
    entryId = (
      await db
        .insertInto('movie_entries')
        .values({
          ...byAuthor(author),
          mediaId,
          message: 'x',
          altText: 'x',
          zoom: 1,
          offsetX: 0,
          offsetY: 0,
          publishedAt: timeAt(0),
          likes: 2,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    newsId = (
      await db
        .insertInto('news')
        .values({ ...byAuthor(author), title: 'x', content: 'x', publishedAt: timeAt(0), kisses: 3 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  for (const memberId of [ada.accountId, mona.accountId])
    await db
      .insertInto('movie_likes')
      .values({ entryId, memberId, stands: true, likedAt: timeAt(0) })
      .execute()
  for (const author of [ada, bea, mona]) {
    await db
      .insertInto('news_kisses')
      .values({ newsId, memberId: author.accountId, givenAt: timeAt(0) })
      .execute()
  }
  for (const author of [ada, bea, mona, dea])
    await db
      .insertInto('news_comments')
      .values({ ...byAuthor(author), newsId, message: author.userName, sentAt: timeAt(0) })
      .execute()
  for (const [author, member] of [
    [ada, mona],
    [bea, mona],
    [dea, max],
  ] as const)
    await db
      .insertInto('verifications')
      .values({ memberId: member.accountId, verifierId: author.accountId, state: 'CONFIRMED', at: timeAt(0) })
      .execute()
  for (const [owner, viewer] of [
    [ada, mona],
    [mona, bea],
    [mona, max],
  ] as const)
    await db
      .insertInto('private_grants')
      .values({ ownerId: owner.accountId, viewerId: viewer.accountId, grantedAt: timeAt(0) })
      .execute()
  await sql`insert into search_profiles ("memberId", kind, "p1Year", "hasPhoto", verified, "lastActiveAt")
    values (${ada.accountId}, 1, 1985, false, false, now()) on conflict do nothing`.execute(db)
  await migrateToLatest(url)
}, 60_000)

describe('chats with admins of an earlier release', () => {
  test('become one chat with the team, in the order sent, each message with its writer', async () => {
    const [chat, ...furtherChats] = await listChats(mona.id)
    expect(furtherChats).toEqual([])
    expect(chat).toMatchObject({ id: chatWithAda, state: 'OPEN', otherId: '0', folder: 'CHATS', theirFolder: 'CHATS' })
    expect(chat).toMatchObject({ creatorIgnores: false, invitedIgnores: false, lastMessage: 'A2', lastSenderId: '0' })
    expect(await listMessages(chatWithAda)).toEqual([
      { message: 'A1', senderId: '0', writtenById: ada.accountId, version: 1 },
      { message: 'B1', senderId: '0', writtenById: bea.accountId, version: 2 },
      { message: 'M1', senderId: mona.id, writtenById: null, version: 3 },
      { message: 'M2', senderId: mona.id, writtenById: null, version: 4 },
      { message: 'A2', senderId: '0', writtenById: ada.accountId, version: 5 },
    ])
  })

  test('keep the unread messages of each side', async () => {
    expect((await listChats(mona.id))[0]).toMatchObject({ unread: 1, theirUnread: 1 })
    expect(await listChats(ruth.id)).toMatchObject([{ unread: 2, theirUnread: 0 }])
  })

  test('keep the reading position of each side, but place it before the last message if any message is unread', async () => {
    expect(await listChats(ruth.id)).toMatchObject([{ lastReadId: lastReadByRuth }])
    const { rows } = await sql<{ id: string }>`
      select id from chat_messages where "chatId" = ${chatWithAda} order by id`.execute(db)
    expect((await listChats(mona.id))[0]).toMatchObject({ lastReadId: rows.at(-2)?.id })
    // The message before the last one, so that reading the last one marks both as read.
    expect((await listChats(mona.id))[0]).toMatchObject({ theirReadId: rows.at(-2)?.id, theirUnread: 1 })
  })

  test('get a version so far ahead that clients reload them', async () => {
    const { version } = await db
      .selectFrom('chats')
      .select('version')
      .where('id', '=', chatWithAda)
      .executeTakeFirstOrThrow()
    expect(version).toBeGreaterThan(5 + 500)
  })

  test('keep their photos, which now belong to the team', async () => {
    expect(await db.selectFrom('media').select(['chatId', 'ownerId']).where('id', '=', photo).execute()).toEqual([
      { chatId: chatWithAda, ownerId: '0' },
    ])
  })

  test('become one open chat even if one of the two members has left some of them', async () => {
    const [chat, ...furtherChats] = await listChats(max.id)
    expect(chat).toMatchObject({ state: 'OPEN', folder: 'CHATS', theirFolder: 'CHATS', otherId: '0' })
    expect(furtherChats).toEqual([])
    expect((await listMessages(chat?.id ?? '')).map(({ message }) => message)).toEqual(['X1', 'X2'])
    expect(await db.selectFrom('chats').select('id').where('id', '=', chatLeftByMax).execute()).toEqual([])
    const [chatOfGun, ...furtherChatsOfGun] = await listChats(gun.id)
    expect(chatOfGun).toMatchObject({ state: 'OPEN', folder: 'CHATS', theirFolder: 'CHATS', unread: 0, theirUnread: 0 })
    expect(furtherChatsOfGun).toEqual([])
  })

  test('stay ended if the member has left all of them', async () => {
    const [chat, ...furtherChats] = await listChats(ira.id)
    expect(chat).toMatchObject({ state: 'ENDED', heldState: null, folder: 'GONE', heldFolder: null })
    expect(chat).toMatchObject({ theirFolder: 'CHATS', otherId: '0' })
    expect(furtherChats).toEqual([])
  })

  test('are open with the team if the admin is in the deletion period', async () => {
    const [chat] = (await listChats(nils.id)).filter(({ otherId }) => otherId === '0')
    expect(chat).toMatchObject({ state: 'OPEN', heldState: null, folder: 'CHATS', heldFolder: null, unread: 1 })
    expect(chat).toMatchObject({ theirFolder: 'CHATS', lastSenderId: '0' })
    expect(await listMessages(chat?.id ?? '')).toMatchObject([{ senderId: '0', writtenById: dea.accountId }])
  })

  test('are limited to one per member by an index', async () => {
    const secondChat = db.insertInto('chats').values({ creatorId: mona.id, invitedId: '0', state: 'ENDED' })
    await expect(secondChat.execute()).rejects.toThrow('chats_of_team')
  })

  test('stay closed while the member is in the deletion period', async () => {
    expect(await listChats(deletedMember.id)).toMatchObject([
      { state: 'ENDED', heldState: 'OPEN', otherId: '0', folder: 'CHATS', theirFolder: 'GONE' },
    ])
  })

  test("stay the admin's own chats, on hold, if they are invites or between admins", async () => {
    const heldChat = { state: 'ENDED', theirFolder: expect.anything() }
    expect((await listChats(nils.id)).filter(({ otherId }) => otherId !== '0')).toMatchObject([
      { ...heldChat, heldState: 'INVITED', otherId: ada.accountId, folder: 'GONE' },
    ])
    const ownChats = (await listChats(ada.accountId)).filter(({ otherId }) => otherId === bea.accountId)
    expect(ownChats).toMatchObject([{ ...heldChat, heldState: 'OPEN', folder: 'GONE', theirFolder: 'GONE' }])
    const partners = [mona, max, ruth, gun, ira, nils, deletedMember].map(({ id }) => id)
    expect((await listChats('0')).map(({ otherId }) => otherId).sort()).toEqual(partners.sort())
  })
})

describe('in all tables, the migration', () => {
  test.each(['group_messages', 'events', 'ads', 'movie_entries', 'news', 'news_comments'] as const)(
    'assigns the rows of admins in %s to the team, each with a different client id',
    async (table) => {
      const rows = await db
        .selectFrom(table)
        .select(['authorId', 'clientId'])
        .where('authorId', '<>', mona.id)
        .execute()
      expect(rows.map(({ authorId }) => authorId)).toEqual(['0', '0', '0'])
      expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(3)
    },
  )

  test('removes admins from search, and assigns the pictures of their film entries to the team', async () => {
    expect(
      await db.selectFrom('search_profiles').select('memberId').where('memberId', '=', ada.accountId).execute(),
    ).toEqual([])
    expect(await db.selectFrom('media').select('ownerId').where('kind', '=', 'MOVIE').execute()).toEqual(
      Array(3).fill({ ownerId: '0' }),
    )
  })

  test('makes the team a member of a group once, as its owner and admin, with correct counts', async () => {
    expect(
      await db.selectFrom('groups').select(['creatorId', 'ownerId', 'lastSenderId', 'memberCount']).executeTakeFirst(),
    ).toEqual({ creatorId: '0', ownerId: '0', lastSenderId: '0', memberCount: 2 })
    expect(
      await db.selectFrom('group_members').select(['memberId', 'admin', 'readPosts']).orderBy('memberId').execute(),
    ).toEqual([
      { memberId: '0', admin: true, readPosts: 0 },
      { memberId: mona.id, admin: false, readPosts: 2 },
    ])
  })

  test('keeps one invite of the team per member: a pending one, if there is one', async () => {
    expect(
      await db
        .selectFrom('group_invites')
        .select(['inviterId', 'recipientId', 'declined'])
        .orderBy('recipientId')
        .execute(),
    ).toEqual([
      { inviterId: '0', recipientId: max.id, declined: false },
      { inviterId: '0', recipientId: nils.id, declined: true },
    ])
  })

  test('merges the answers, likes and kisses of admins, with matching counts', async () => {
    expect(
      await db.selectFrom('events').select(['coming', 'interested']).where('id', '=', eventId).executeTakeFirst(),
    ).toEqual({ coming: 2, interested: 0 })
    expect(await db.selectFrom('event_answers').select('memberId').orderBy('memberId').execute()).toEqual([
      { memberId: '0' },
      { memberId: mona.id },
    ])
    expect(await db.selectFrom('movie_likes').select('memberId').execute()).toEqual([{ memberId: mona.id }])
    expect(await db.selectFrom('movie_entries').select('likes').where('id', '=', entryId).execute()).toEqual([
      { likes: 1 },
    ])
    expect(await db.selectFrom('news').select(['kisses', 'comments']).where('id', '=', newsId).execute()).toEqual([
      { kisses: 2, comments: 4 },
    ])
  })

  test('keeps one confirmation by the team for each member, which gives the badge', async () => {
    const confirmations = db.selectFrom('verifications').innerJoin('members', 'members.id', 'memberId')
    expect(await confirmations.select(['memberId', 'verifierId', 'badges']).orderBy('memberId').execute()).toEqual([
      { memberId: mona.id, verifierId: '0', badges: ['VERIFIED'] },
      { memberId: max.id, verifierId: '0', badges: ['VERIFIED'] },
    ])
    const { rows } = await sql`
      select from search_profiles where "memberId" = any(${[mona.id, max.id]}::bigint[]) and verified`.execute(db)
    expect(rows).toHaveLength(2)
  })

  test('leaves no row, also in chats, under the account of an admin in the deletion period', async () => {
    for (const [table, column] of [
      ...(['group_messages', 'events', 'ads', 'movie_entries', 'news', 'news_comments'] as const).map(
        (table) => [table, 'authorId'] as const,
      ),
      ...(['group_members', 'event_answers', 'movie_likes', 'news_kisses', 'chat_members'] as const).map(
        (table) => [table, 'memberId'] as const,
      ),
      ...([
        ['chat_messages', 'senderId'],
        ['verifications', 'verifierId'],
        ['media', 'ownerId'],
        ['groups', 'creatorId'],
      ] as const),
    ]) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${dea.accountId}`.execute(db)
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

test('removes grants of PRIVATE albums by and to admins, and keeps others', async () => {
  expect(await db.selectFrom('private_grants').select(['ownerId', 'viewerId']).execute()).toEqual([
    { ownerId: mona.id, viewerId: max.id },
  ])
})

describe('a gateway of the previous release, which does not know the team', () => {
  const byAda = () => ({ authorId: ada.accountId, clientId: randomUUID() })
  const event = {
    title: 'x',
    description: 'x',
    place: 'x',
    eventTime: timeAt(0),
    paidEvent: false,
    createdAt: timeAt(0),
  }
  const WRITES: [string, () => { execute: () => Promise<unknown> }][] = [
    ["a chat of an admin's account", () => insertChat(ada, max, 'OPEN')],
    ["a chat with an admin's account", () => insertChat(max, ada, 'OPEN')],
    ["an invite to an admin's account", () => insertChat(max, ada, 'INVITED')],
    [
      "a reopened chat with an admin's account",
      () => db.updateTable('chats').set({ state: 'OPEN', heldState: null }).where('creatorId', '=', ada.accountId),
    ],
    [
      'a membership in a group',
      () => db.insertInto('group_members').values({ groupId, memberId: ada.accountId, joinedAt: timeAt(0) }),
    ],
    [
      'a message in a group',
      () =>
        db
          .insertInto('group_messages')
          .values({ ...byAda(), groupId, message: 'x', sentAt: timeAt(0), lastUpdate: timeAt(0), version: 9 }),
    ],
    ["an invite to a group by an admin's account", () => insertGroupInvite(ada, max)],
    ["an invite to an admin's account to join a group", () => insertGroupInvite(max, ada)],
    [
      'an event',
      () => db.insertInto('events').values({ ...event, ...byAda(), changedAt: timeAt(0), participantsShownTo: 'ALL' }),
    ],
    [
      'an answer to an event',
      () =>
        db
          .insertInto('event_answers')
          .values({ eventId, memberId: ada.accountId, answer: 'YES' as const, answeredAt: timeAt(0) }),
    ],
    [
      'an ad',
      () =>
        db
          .insertInto('ads')
          .values({ ...byAda(), kind: 'SECRET' as const, title: 'x', content: 'x', publishedAt: timeAt(0) }),
    ],
    [
      'a film entry',
      () =>
        db.insertInto('movie_entries').values({
          ...{ ...byAda(), mediaId: photo, message: 'x', altText: 'x', publishedAt: timeAt(0) },
          ...{ zoom: 1, offsetX: 0, offsetY: 0 },
        }),
    ],
    [
      'a like',
      () => db.insertInto('movie_likes').values({ entryId, memberId: ada.accountId, stands: true, likedAt: timeAt(0) }),
    ],
    ['news', () => db.insertInto('news').values({ ...byAda(), title: 'x', content: 'x', publishedAt: timeAt(0) })],
    [
      'a comment on news',
      () => db.insertInto('news_comments').values({ ...byAda(), newsId, message: 'x', sentAt: timeAt(0) }),
    ],
    ['a kiss', () => db.insertInto('news_kisses').values({ newsId, memberId: ada.accountId, givenAt: timeAt(0) })],
  ]
  const insertChat = (creator: TestMember, invited: TestMember, state: 'OPEN' | 'INVITED') =>
    db.insertInto('chats').values({ creatorId: creator.accountId, invitedId: invited.accountId, state })
  const insertGroupInvite = (inviter: TestMember, recipient: TestMember) =>
    db
      .insertInto('group_invites')
      .values({ groupId, inviterId: inviter.accountId, recipientId: recipient.accountId, sentAt: timeAt(0) })

  test.each(WRITES)(
    'cannot store %s, which the database rejects with a code for a temporary failure',
    async (_, write) => {
      await expect(write().execute()).rejects.toMatchObject({ code: '53000' })
    },
  )

  test("still closes chats with an admin's account", async () => {
    await db.updateTable('chats').set({ state: 'ENDED' }).where('creatorId', '=', ada.accountId).execute()
    await db
      .insertInto('chats')
      .values({ creatorId: ada.accountId, invitedId: max.accountId, state: 'ENDED' })
      .execute()
  })
})

describe("the team's row", () => {
  test.each([
    ['a deletion', sql`update members set "deletedAt" = now() where id = 0`],
    ['another level', sql`update members set level = 'BASIC' where id = 0`],
    ['another name', sql`update members set "nameKey" = 'x' where id = 0`],
    ['an email address', sql`update members set "emailKey" = 'a@b.se' where id = 0`],
    ['a password', sql`update members set "passwordHash" = 'x' where id = 0`],
    ['email notifications', sql`update members set "wantsChatMail" = true where id = 0`],
    ['visibility in search', sql`update members set "hiddenFromSearch" = false where id = 0`],
    [
      'a session',
      sql`insert into sessions ("memberId", device, "createdAt", "lastSeenAt") values (0, 'x', now(), now())`,
    ],
    ['a person', sql`insert into persons ("memberId", ordinal, sex, "yearOfBirth") values (0, 1, 'MALE', 1980)`],
  ])('rejects %s', async (_, change) => {
    await expect(change.execute(db)).rejects.toThrow(/violates (check|not-null) constraint/)
  })
})
