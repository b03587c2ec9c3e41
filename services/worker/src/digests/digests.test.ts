import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { afterTest, asOwner } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Mail } from '../mail/mail.ts'
import { createBulkSmtp } from '../mail/smtp.ts'
import { PUBLIC_URL, type TestWorker } from '../testing-worker.ts'
import { tidy } from '../upkeep/tidy.ts'
import { listPendingDigestJobs } from './pending-jobs.ts'
import { claimDueDigests } from './queries.ts'
import { sendDigests } from './send-digests.ts'
import {
  addUnreadMessages,
  aReader,
  aReaderWithUnreadMessage,
  createReadersWithUnreadMessages,
  listDigestStates,
  listDigests,
  markDeleted,
  setClock,
  setUnreadCount,
  setUpDigestWorker,
  writeAndSendDigests,
} from './testing.ts'
import { writeDigests } from './write-digests.ts'

const { ctx, server } = await setUpDigestWorker()

const listMailsTo = ({ email }: TestMember) => server.listDeliveredTo(email)

describe('sends one digest a day at eight around changes of the clocks', () => {
  test.each([
    ['back', '2026-10-23T22:00:00.000Z', ['2026-10-24T06:00', '2026-10-25T07:00', '2026-10-26T07:00']],
    ['forward', '2027-03-26T23:00:00.000Z', ['2027-03-27T07:00', '2027-03-28T06:00', '2027-03-29T06:00']],
  ])('with clocks going %s', { tags: 'digests.at-eight' }, async (_, midnight, mornings) => {
    const reader = await aReader(ctx)
    afterTest(() => ctx.db.deleteFrom('members').where('id', '=', reader.id).execute())
    const partner = await addUnreadMessages(ctx, reader)
    const sentAt: string[] = []
    const recordingCtx = {
      ...ctx,
      bulkTransport: {
        ...ctx.bulkTransport,
        send: sendAndRecord(
          ctx,
          (mail) => mail.to === reader.email && sentAt.push(ctx.now().toISOString().slice(0, 16)),
        ),
      },
    }
    for (let hours = 0; hours < 3 * 24; hours += 1) {
      setClock(ctx, new Date(Date.parse(midnight) + hours * HOUR_MS).toISOString())
      await setUnreadCount(ctx, partner, reader, 1)
      await writeDigests(recordingCtx)
      await sendDigests(recordingCtx)
    }
    expect(sentAt).toEqual(mornings)
    expect(mornings.map((morning) => toStockholmTime(`${morning}:00.000Z`).time)).toEqual(['08:00', '08:00', '08:00'])
    expect((await listDigests(ctx, reader)).map(({ day }) => day)).toEqual(
      mornings.map((morning) => morning.slice(0, 10)),
    )
  })
})

const sendAndRecord = (workerCtx: TestWorker, record: (mail: Mail) => void) => (mail: Mail) => {
  record(mail)
  return workerCtx.bulkTransport.send(mail)
}

test('sends digests late after an outage of all workers, but not in the evening', async () => {
  const reader = await aReaderWithUnreadMessage(ctx)
  ctx.advanceClock(12 * HOUR_MS)
  expect(await listPendingDigestJobs(ctx)).toEqual([])
  await writeAndSendDigests(ctx)
  expect(await listDigests(ctx, reader)).toEqual([])
  ctx.advanceClock(23 * HOUR_MS)
  expect(await listPendingDigestJobs(ctx)).toContainEqual({ name: 'digests:write', payload: {} })
  await writeAndSendDigests(ctx)
  expect(listMailsTo(reader)).toHaveLength(1)
  expect(await listPendingDigestJobs(ctx)).toEqual([])
})

test('sends all digests except one whose rendering fails, and sends that one an hour later', {
  tags: 'digests.once',
}, async () => {
  const readers = await createReadersWithUnreadMessages(ctx, 10)
  let count = 0
  const config = Object.defineProperty({ ...ctx.config }, 'publicUrl', {
    get() {
      count += 1
      if (count === 1) throw new Error('rendering failed')
      return ctx.config.publicUrl
    },
  })
  await writeDigests(ctx)
  await sendDigests({ ...ctx, config })
  const unsent = readers.filter((reader) => listMailsTo(reader).length === 0)
  expect(unsent).toHaveLength(1)
  ctx.advanceClock(HOUR_MS)
  await sendDigests(ctx)
  for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
})

test('offers one-click unsubscribe from all emails, and links for each wanted kind and for all', async () => {
  const reader = await aReaderWithUnreadMessage(ctx, { wantsNewsMail: false })
  await writeAndSendDigests(ctx)
  const [mail] = listMailsTo(reader)
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headers.get('list-unsubscribe')).toMatch(
    /^<https:\/\/salong\.test\/api\/v2\/unsubscribe\/[\w-]{43}a\?language=SWEDISH>$/,
  )
  const links = [...(mail?.text ?? '').matchAll(/\/unsubscribe\/token\/([\w-]{43})(\w)\?language=SWEDISH/g)]
  expect(links.map(([, , kind]) => kind)).toEqual(['c', 'e', 'a'])
  expect(mail?.text).toContain(`${PUBLIC_URL}/unsubscribe/token/`)
  const storedLinks = await ctx.db
    .selectFrom('unsubscribe_links')
    .selectAll()
    .where('memberId', '=', reader.id)
    .execute()
  expect(storedLinks).toHaveLength(1)
  expect(storedLinks[0]?.hash.toString('base64url')).not.toBe(links[0]?.[1])
})

test('sends one digest to each member with several concurrent workers', { tags: 'digests.once' }, async () => {
  const readers = await createReadersWithUnreadMessages(ctx, 60)
  await Promise.all([writeAndSendDigests(ctx), writeAndSendDigests(ctx), writeDigests(ctx), sendDigests(ctx)])
  await Promise.all([writeAndSendDigests(ctx), writeAndSendDigests(ctx)])
  for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
})

test('sends digests to more members than one batch contains', async () => {
  const reader = await aReaderWithUnreadMessage(ctx)
  await sql`
    with new_members as (
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "wantsChatMail", "registeredAt", "lastActiveAt")
      select email, email, 'M', email, 'm', 'none', '{Lund}', true, ${ctx.now()}, ${ctx.now()}
      from generate_series(1, 1100) n cross join lateral (select 'many-' || n || '@example.test' as email) named
      returning id), chat as (
      insert into chats ("creatorId", "invitedId", state) select ${reader.id}, id, 'OPEN' from new_members order by id desc limit 60 returning id, "invitedId")
    insert into chat_members ("chatId", "memberId", "otherId", folder, unread, "lastUpdate")
    select id, "invitedId", ${reader.id}, 'CHATS', 1, ${ctx.now()} from chat`.execute(ctx.db)
  const deliveredBefore = server.delivered.length
  await writeAndSendDigests(ctx)
  expect(server.delivered.length - deliveredBefore).toBe(61)
  expect(new Set(server.delivered.slice(deliveredBefore).flatMap(({ envelopeTo }) => envelopeTo)).size).toBe(61)
})

describe('after a crash', () => {
  test('the next worker writes the remaining digests', async () => {
    const readers = await createReadersWithUnreadMessages(ctx, 5)
    const failingCtx = { ...ctx, db: createFailingDatabase(3) }
    await expect(writeDigests(failingCtx)).rejects.toThrow('killed')
    await writeAndSendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
  })

  test('no worker sends an email again that the mail server has accepted', async () => {
    const readers = await createReadersWithUnreadMessages(ctx, 10)
    await writeDigests(ctx)
    let sentCount = 0
    const failingCtx = {
      ...ctx,
      bulkTransport: {
        ...ctx.bulkTransport,
        send: async (mail: Mail) => {
          const outcome = await ctx.bulkTransport.send(mail)
          sentCount += 1
          if (sentCount > 3) throw new Error('killed')
          return outcome
        },
      },
    }
    await sendDigests(failingCtx)
    for (let minutes = 0; minutes < 60; minutes += 5) {
      ctx.advanceClock(5 * 60_000)
      await writeAndSendDigests(ctx)
    }
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
  })

  test('the next worker sends a claimed batch when its lease has expired', async () => {
    const readers = await createReadersWithUnreadMessages(ctx, 10)
    await writeDigests(ctx)
    const today = { day: toStockholmTime(ctx.now()).date, now: ctx.now(), midnight: ctx.now(), referenceYear: 2025 }
    expect(await claimDueDigests(ctx.db, today, 50)).toHaveLength(10)
    await sendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toEqual([])
    ctx.advanceClock(10 * 60_000)
    await sendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
  })
})

/** Returns a database that fails after this many statements. */
function createFailingDatabase(maxStatements: number): TestWorker['db'] {
  let statements = 0
  return ctx.db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (statements > maxStatements) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** Makes the database reject rows of a member in this table. */
async function rejectRows(table: 'digests' | 'unsubscribe_links', { id }: TestMember): Promise<void> {
  const name = `reject_${randomUUID().replaceAll('-', '')}`
  const alterTable = sql`alter table ${sql.table(table)}`
  await asOwner(
    ctx.db,
    sql`${alterTable} add constraint ${sql.id(name)} check ("memberId" <> ${sql.lit(id)}) not valid`,
  )
  afterTest(() => asOwner(ctx.db, sql`${alterTable} drop constraint ${sql.id(name)}`))
}

test.each(['digests', 'unsubscribe_links'] as const)(
  'sends the other digests when a row of one member in %s cannot be written',
  async (table) => {
    const readers = await createReadersWithUnreadMessages(ctx, 7)
    const [, , rejectedReader] = readers
    await rejectRows(table, rejectedReader!)
    await writeAndSendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(reader === rejectedReader ? 0 : 1)
  },
)

test('deletes digests after a month, except the last one of each member', async () => {
  const reader = await aReaderWithUnreadMessage(ctx)
  for (const day of [1, 2]) {
    await writeAndSendDigests(ctx)
    ctx.advanceClock(day * DAY_MS)
    await addUnreadMessages(ctx, reader)
  }
  await tidy(ctx)
  expect(await listDigests(ctx, reader)).toHaveLength(2)
  ctx.advanceClock(40 * DAY_MS)
  await tidy(ctx)
  expect(await listDigests(ctx, reader)).toMatchObject([{ state: 'SENT' }])
})

describe('sends no digest', () => {
  const reasons: [string, (reader: TestMember) => Promise<unknown>][] = [
    ['to a deleted member', (reader) => markDeleted(ctx, reader)],
    [
      'to an undeliverable address',
      ({ email }) =>
        ctx.db.insertInto('dead_addresses').values({ addressKey: email, since: ctx.now().toISOString() }).execute(),
    ],
    [
      'to a member who has unsubscribed',
      ({ id }) => ctx.db.updateTable('members').set({ wantsChatMail: false }).where('id', '=', id).execute(),
    ],
    ['to a purged member', ({ id }) => ctx.db.deleteFrom('members').where('id', '=', id).execute()],
  ]
  test.each(reasons)('%s', async (_, change) => {
    const [unreachableBeforeWriting, unreachableBeforeSending] = [
      await aReaderWithUnreadMessage(ctx),
      await aReaderWithUnreadMessage(ctx),
    ]
    await change(unreachableBeforeWriting)
    await writeDigests(ctx)
    expect(await listDigestStates(ctx, unreachableBeforeSending)).toEqual(['WAITING'])
    await change(unreachableBeforeSending)
    await sendDigests(ctx)
    for (const reader of [unreachableBeforeWriting, unreachableBeforeSending]) expect(listMailsTo(reader)).toEqual([])
    expect(await listDigests(ctx, unreachableBeforeWriting)).toEqual([])
    for (const state of await listDigestStates(ctx, unreachableBeforeSending)) expect(state).toBe('DROPPED')
  })

  test('of yesterday in addition to the one of today', async () => {
    const reader = await aReaderWithUnreadMessage(ctx)
    server.reject('recipient', '450 4.2.0 not now')
    await writeAndSendDigests(ctx)
    server.accept()
    ctx.advanceClock(DAY_MS)
    await writeAndSendDigests(ctx)
    expect(listMailsTo(reader)).toHaveLength(1)
    expect(await listDigestStates(ctx, reader)).toEqual(['DROPPED', 'SENT'])
  })
})

describe('the mail server', () => {
  test('receives no further emails for an address that it does not know', async () => {
    const reader = await aReaderWithUnreadMessage(ctx)
    server.reject('recipient', '550 5.1.1 no such user')
    await writeAndSendDigests(ctx)
    server.accept()
    ctx.advanceClock(HOUR_MS)
    await writeAndSendDigests(ctx)
    ctx.advanceClock(DAY_MS)
    await addUnreadMessages(ctx, reader)
    await writeAndSendDigests(ctx)
    expect(listMailsTo(reader)).toEqual([])
    expect(await listDigestStates(ctx, reader)).toEqual(['REFUSED'])
  })

  test.each(['recipient', 'text'] as const)('receives an email that it deferred at the %s again', async (step) => {
    const readers = await createReadersWithUnreadMessages(ctx, 3)
    server.reject(step, '451 4.7.1 not now')
    await writeAndSendDigests(ctx)
    for (const reader of readers)
      expect(await listDigests(ctx, reader)).toMatchObject([{ state: 'WAITING', attempts: 1 }])
    server.accept()
    await sendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toEqual([])
    ctx.advanceClock(60_000)
    await writeAndSendDigests(ctx)
    await writeAndSendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
  })

  test('receives the emails after an outage', async () => {
    const readers = await createReadersWithUnreadMessages(ctx, 12)
    await server.stop()
    await writeAndSendDigests(ctx)
    await server.restart()
    ctx.advanceClock(10 * 60_000)
    await writeAndSendDigests(ctx)
    for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
  })

  /** Sends with a socket timeout of 300 ms. */
  async function sendWithShortTimeout(): Promise<void> {
    const bulkTransport = createBulkSmtp(`${server.url}?socketTimeout=300`, 'Salong <noreply@salong.test>')
    await writeDigests(ctx)
    await sendDigests({ ...ctx, bulkTransport })
    bulkTransport.close()
  }

  test.each(['hang', 'drop'] as const)(
    'receives an email only once if it accepts it without responding (%s)',
    async (fault) => {
      const reader = await aReaderWithUnreadMessage(ctx)
      server.failAt('text', fault)
      await sendWithShortTimeout()
      server.accept()
      expect(await listDigestStates(ctx, reader)).toEqual(['SENDING'])
      ctx.advanceClock(HOUR_MS)
      await writeAndSendDigests(ctx)
      expect(listMailsTo(reader)).toHaveLength(1)
    },
  )

  test.each(['hang', 'drop'] as const)(
    'receives few emails if it does not respond to their texts, and the others later (%s)',
    async (fault) => {
      const readers = await createReadersWithUnreadMessages(ctx, 20)
      server.failAt('text', fault)
      await sendWithShortTimeout()
      server.accept()
      const states = (await Promise.all(readers.map((reader) => listDigestStates(ctx, reader)))).flat()
      expect(states.filter((state) => state === 'WAITING').length).toBeGreaterThanOrEqual(16)
      ctx.advanceClock(HOUR_MS)
      await writeAndSendDigests(ctx)
      for (const reader of readers) expect(listMailsTo(reader)).toHaveLength(1)
    },
  )

  test.each(['hang', 'drop'] as const)(
    'receives an email later if it does not respond before the text (%s)',
    async (fault) => {
      const reader = await aReaderWithUnreadMessage(ctx)
      server.failAt('recipient', fault)
      await sendWithShortTimeout()
      server.accept()
      expect(await listDigestStates(ctx, reader)).toEqual(['WAITING'])
      ctx.advanceClock(HOUR_MS)
      await writeAndSendDigests(ctx)
      expect(listMailsTo(reader)).toHaveLength(1)
    },
  )
})
