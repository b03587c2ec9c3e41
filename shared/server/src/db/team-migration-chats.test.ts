import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMember, type TestMember } from '../testing/members.ts'
import { setUpTeamMigration, timeAt } from '../testing/team-migration.ts'

const { db, ada, bea, mona, max, nils, ira, dea, aChat, insertMessage, insertChatsOfDea, migrate } =
  await setUpTeamMigration()
const ruth = await aMember(db, { userName: 'Ruth' })
const gun = await aMember(db, { userName: 'Gun' })
const deletedMember = await aMember(db, { userName: 'Lena', deletedAt: new Date() })
const SHARED_CLIENT_ID = randomUUID()

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

let lastReadByRuth: string
let chatWithAda: string
let chatLeftByMax: string
let photo: string

beforeAll(async () => {
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
  await insertChatsOfDea()
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
  await migrate()
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
