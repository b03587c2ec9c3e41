import { DAY_MS } from '@app/contract/limits'
import type { DB } from '@app/server/db/tables'
import { anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import type { Selectable } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { PUBLIC_URL, type TestWorker } from '../testing-worker.ts'
import { sendDigests } from './send-digests.ts'
import { writeDigests } from './write-digests.ts'

/** 08:00 in Stockholm on a day in winter. */
const MORNING = '2027-01-15T07:00:00.000Z'

/** Sets the test clock. */
export const setClock = (ctx: TestWorker, instant: string): void =>
  ctx.advanceClock(Date.parse(instant) - ctx.now().getTime())

/** Sets up a worker and a mail server for the tests of one file, and starts each test on a morning of its own. */
export async function setUpDigestWorker(settings: Record<string, string> = {}) {
  const { ctx, server } = await setUpMailWorker(settings)
  let days = 0
  beforeEach(() => {
    days += 10
    setClock(ctx, new Date(Date.parse(MORNING) + days * DAY_MS).toISOString())
  })
  const ago = (durationMs: number) => new Date(ctx.now().getTime() - durationMs).toISOString()

  /** Returns the lines of the only digest that a reader has received. */
  function readDigestLines(reader: TestMember): string[] {
    const [mail, ...otherMails] = server.listDeliveredTo(reader.email)
    expect(otherMails).toEqual([])
    const text = mail?.text ?? ''
    return [...text.matchAll(/^(.+?)\s+(https:\/\/salong\.test\/(?:chats|groups|events|news|myprofile)\S*)$/gm)]
      .map(([, label, url]) => `${label?.trim()} ${url?.slice(PUBLIC_URL.length)}`)
      .filter((line) => !line.startsWith('Öppna') && !line.startsWith('Open') && !line.startsWith('Fungerar'))
  }

  return {
    ctx,
    server,
    /** Returns the time this many milliseconds ago. */
    ago,
    ignore: (ignorer: TestMember, ignored: TestMember) =>
      ctx.db
        .insertInto('ignores')
        .values({ ignorerId: ignorer.id, ignoredId: ignored.id, lastActiveThen: ago(0) })
        .execute(),
    readDigestLines,
    /** Writes and sends the digests, and returns the lines of the reader's digest. */
    async sendAndReadDigestLines(reader: TestMember): Promise<string[]> {
      await writeAndSendDigests(ctx)
      return readDigestLines(reader)
    },
  }
}

type MailPreferences = Partial<Record<'wantsChatMail' | 'wantsEventMail' | 'wantsNewsMail', boolean>>

/** Creates a member who wants every kind of email by default. */
export async function aReader(
  ctx: TestWorker,
  preferences: MailPreferences = {},
  options: Parameters<typeof aMember>[1] = {},
): Promise<TestMember> {
  const member = await aMember(ctx.db, { registeredAt: new Date('2026-01-01T00:00:00.000Z'), ...options })
  const allPreferences = { wantsChatMail: true, wantsEventMail: true, wantsNewsMail: true, ...preferences }
  await ctx.db.updateTable('members').set(allPreferences).where('id', '=', member.accountId).execute()
  return member
}

/** Sets the number of unread messages in the reader's chat with their author, the last one sent now. */
export const setUnreadCount = (ctx: TestWorker, author: TestMember, reader: TestMember, unread: number) =>
  ctx.db
    .updateTable('chat_members')
    .set({ unread, lastUpdate: ctx.now().toISOString() })
    .where('memberId', '=', reader.id)
    .where('otherId', '=', author.id)
    .execute()

/** Creates a chat of the reader with unread messages, and returns their author. */
export async function addUnreadMessages(ctx: TestWorker, reader: TestMember, count = 1): Promise<TestMember> {
  const { ann } = await anOpenChat(ctx.db, { bo: reader })
  await setUnreadCount(ctx, ann, reader, count)
  return ann
}

/** Creates a member with an unread message. */
export async function aReaderWithUnreadMessage(
  ctx: TestWorker,
  preferences: MailPreferences = {},
): Promise<TestMember> {
  const reader = await aReader(ctx, preferences)
  await addUnreadMessages(ctx, reader)
  return reader
}

/** Creates members with an unread message each. */
export async function createReadersWithUnreadMessages(ctx: TestWorker, count: number): Promise<TestMember[]> {
  const readers: TestMember[] = []
  while (readers.length < count) readers.push(await aReaderWithUnreadMessage(ctx))
  return readers
}

/** Marks a member as deleted now. */
export const markDeleted = (ctx: TestWorker, { id }: TestMember) =>
  ctx.db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', id).execute()

/** Writes and sends all digests that are due. */
export async function writeAndSendDigests(ctx: TestWorker): Promise<void> {
  await writeDigests(ctx)
  await sendDigests(ctx)
}

export const listDigests = (ctx: TestWorker, { accountId }: TestMember): Promise<Selectable<DB['digests']>[]> =>
  ctx.db.selectFrom('digests').selectAll().where('memberId', '=', accountId).orderBy('day').execute()

/** Lists the states of a member's digests by day. */
export const listDigestStates = async (ctx: TestWorker, member: TestMember) =>
  (await listDigests(ctx, member)).map(({ state }) => state)
