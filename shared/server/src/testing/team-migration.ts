import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll } from 'vitest'
import { createDatabase, createPool } from '../db/database.ts'
import { MIGRATIONS, migrateToLatest } from '../db/migrate.ts'
import { runMigrations } from '../db/run-migrations.ts'
import { emptyTestDatabase } from './context.ts'
import { aMember, type TestMember } from './members.ts'

type Side = { member: TestMember; folder?: 'CHATS' | 'INVITES' | 'SENT' | 'GONE' }

/** Returns the instant this number of minutes after the start of 2026. */
export const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/**
 * Creates a database of the last release without the team for the tests of one file. Ada, Bea and Dea are admins, and Dea
 * is in the deletion period. The caller inserts further rows and then migrates the database.
 */
export async function setUpTeamMigration() {
  const { superuserUrl: url, drop } = await emptyTestDatabase()
  const db = createDatabase(createPool(url, 2))
  afterAll(async () => {
    await db.destroy()
    await drop()
  })
  const earlierMigrations = Object.entries(MIGRATIONS).filter(([name]) => name < '0030')
  await runMigrations(db as unknown as Kysely<unknown>, Object.fromEntries(earlierMigrations))
  const ada = await aMember(db, { userName: 'Ada', level: 'ADMIN', duties: [] })
  const bea = await aMember(db, { userName: 'Bea', level: 'ADMIN', duties: [] })
  const mona = await aMember(db, { userName: 'Mona' })
  const max = await aMember(db, { userName: 'Max' })
  const nils = await aMember(db, { userName: 'Nils' })
  const ira = await aMember(db, { userName: 'Ira' })
  const dea = await aMember(db, { userName: 'Dea', level: 'ADMIN', duties: [], deletedAt: new Date() })

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

  /** Inserts a chat of Dea with Nils that was open until her deletion, and one that Ira had left before. */
  async function insertChatsOfDea(): Promise<void> {
    const chatHeldByDea = await aChat([{ member: dea }, { member: nils }])
    await insertMessage(chatHeldByDea, dea, 'D1')
    const chatLeftAndHeld = await aChat([{ member: ira, folder: 'GONE' }, { member: dea }], { state: 'ENDED' })
    await insertMessage(chatLeftAndHeld, dea, 'I2')
    await sql`update chats set "heldState" = state, state = 'ENDED' where id = ${chatHeldByDea}`.execute(db)
    await sql`
      update chat_members set "heldFolder" = folder, folder = 'GONE'
      where "otherId" = ${dea.accountId} and folder <> 'GONE'`.execute(db)
  }

  return {
    db,
    ada,
    bea,
    mona,
    max,
    nils,
    ira,
    dea,
    aChat,
    insertMessage,
    insertChatsOfDea,
    migrate: () => migrateToLatest(url),
  }
}
