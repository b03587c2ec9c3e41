import type { Operations, OperationsHistory, OperationsRange } from '@app/contract/operations'
import { aMember } from '@app/server/testing/members'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aSample } from './testing.ts'

/** A time in the middle of a step of every range. */
let now = new Date('2026-03-29T11:07:42.000Z')
const { ctx, as } = await setUpTestGateway({ now: () => now })
const { db } = ctx
const team = as(await aMember(db, { level: 'ADMIN' }))

beforeEach(async () => {
  now = new Date('2026-03-29T11:07:42.000Z')
  await db.deleteFrom('operator_samples').execute()
  await db.deleteFrom('photo_store_sizes').execute()
})

const readOperations = async (range: OperationsRange): Promise<Operations> => {
  const { status, body } = await team.get<Operations>(`/operations?range=${range}`)
  expect(status).toBe(200)
  return body
}
const readHistory = async (range: OperationsRange): Promise<OperationsHistory> => (await readOperations(range)).history
const aStoreSize = (at: string, bytes: number) =>
  db
    .insertInto('photo_store_sizes')
    .values({ at, files: '3', bytes: String(bytes) })
    .execute()

describe.each<[OperationsRange, number, number, string]>([
  ['HOUR', 60, 60, '2026-03-29T11:07:00.000Z'],
  ['DAY', 300, 288, '2026-03-29T11:05:00.000Z'],
  ['WEEK', 1_800, 336, '2026-03-29T11:00:00.000Z'],
  ['MONTH', 7_200, 360, '2026-03-29T10:00:00.000Z'],
])('the last %s', (range, stepSeconds, points, end) => {
  test('has points at multiples of the step up to now, with null values for times without samples', async () => {
    const history = await readHistory(range)
    expect(history.stepSeconds).toBe(stepSeconds)
    expect(history.at).toHaveLength(points)
    expect(history.at.at(-1)).toBe(end)
    const times = history.at.map((time) => Date.parse(time))
    expect(times.every((time, index) => index === 0 || time - times[index - 1]! === stepSeconds * 1_000)).toBe(true)
    const { stepSeconds: _, at: __, ...series } = history
    for (const values of Object.values(series)) expect(values).toEqual(history.at.map(() => null))
  })

  test('ends with the newest sample, and has null values for times without samples', async () => {
    const newest = new Date('2026-03-29T11:05:00.000Z')
    const newestStep = Math.floor(newest.getTime() / (stepSeconds * 1_000))
    await aSample(db, newest, { membersOnline: 7 })
    await aSample(db, new Date((newestStep - 3) * stepSeconds * 1_000), { membersOnline: 5 })
    const { membersOnline } = await readHistory(range)
    expect(membersOnline.slice(-4)).toEqual([5, null, null, 7])
  })
})

test('a point has the maximum of its samples, or the mean for numbers per minute', {
  tags: 'operations.history',
}, async () => {
  const minutes = ['11:00', '11:01', '11:02']
  for (const [index, minute] of minutes.entries())
    await aSample(db, new Date(`2026-03-29T${minute}:00.000Z`), {
      membersOnline: 10 + index,
      messages: index * 10,
      pushes: index,
      pushLagP50: 1.5 + index,
      pushLagP99: 12.25 * index,
      jobsWaiting: 2 - index,
      oldestJobSeconds: 0.25 * index,
      jobsFailed: index,
      mailsTaken: index,
      mailsRefused: index % 2,
      databaseBytes: String(2 ** 40 + index),
      redisBytes: String(2 ** 33 + index),
    })
  const history = await readHistory('DAY')
  const index = history.at.indexOf('2026-03-29T11:00:00.000Z')
  const { stepSeconds: _, at: __, ...series } = history
  expect(Object.fromEntries(Object.entries(series).map(([metric, values]) => [metric, values[index]]))).toEqual({
    membersOnline: 12,
    messages: 10,
    pushes: 1,
    pushLagP50: 3.5,
    pushLagP99: 24.5,
    jobsWaiting: 2,
    oldestJobSeconds: 0.5,
    jobsFailed: 2,
    mailsTaken: 1,
    mailsRefused: 0.33,
    databaseBytes: 2 ** 40 + 2,
    redisBytes: 2 ** 33 + 2,
    photoBytes: null,
  })
})

test('a sample that was taken without Redis has only the metrics of the database', async () => {
  await aSample(db, new Date('2026-03-29T11:06:00.000Z'), { messages: 4, databaseBytes: '77' })
  const { minute, history } = await readOperations('HOUR')
  expect(minute).toEqual({
    at: '2026-03-29T11:06:00.000Z',
    membersOnline: null,
    messages: 4,
    pushes: null,
    pushLagP50: null,
    pushLagP99: null,
    mailsTaken: null,
    mailsRefused: null,
    databaseBytes: 77,
    redisBytes: null,
    redisBytesMax: null,
  })
  expect([history.messages.at(-1), history.membersOnline.at(-1), history.databaseBytes.at(-1)]).toEqual([4, null, 77])
})

test('a response contains the current time, and the memory limit of Redis', async () => {
  await aSample(db, new Date('2026-03-29T11:06:00.000Z'), { redisBytes: '7', redisBytesMax: String(2 ** 33) })
  expect(await readOperations('HOUR')).toMatchObject({
    now: '2026-03-29T11:07:42.000Z',
    minute: { redisBytes: 7, redisBytesMax: 2 ** 33 },
  })
})

test('ignores samples in the future, which a worker with a fast clock may store', async () => {
  await aSample(db, new Date('2026-03-29T11:06:00.000Z'), { membersOnline: 4 })
  await aSample(db, new Date('2026-03-29T12:06:00.000Z'), { membersOnline: 9 })
  await aStoreSize('2026-03-29T11:00:00.000Z', 500)
  await aStoreSize('2026-03-29T12:00:00.000Z', 900)
  const { minute, history, photoStore } = await readOperations('HOUR')
  expect(minute).toMatchObject({ at: '2026-03-29T11:06:00.000Z', membersOnline: 4 })
  expect([history.at.at(-1), history.membersOnline.at(-1)]).toEqual(['2026-03-29T11:06:00.000Z', 4])
  expect(photoStore).toMatchObject({ bytes: 500 })
})

test('the size of the photo store is the last measured one', async () => {
  await aSample(db, new Date('2026-03-29T11:06:00.000Z'))
  await aStoreSize('2026-03-29T04:00:00.000Z', 500)
  await aStoreSize('2026-03-29T11:04:30.000Z', 900)
  const { photoStore, history } = await readOperations('HOUR')
  expect(photoStore).toEqual({ at: '2026-03-29T11:04:30.000Z', files: 3, bytes: 900 })
  expect(history.photoBytes.slice(-4)).toEqual([500, 900, 900, 900])
  expect(history.photoBytes[0]).toBe(500)
})

test('the latest minute and the size of the photo store are null without samples', async () => {
  expect(await readOperations('DAY')).toMatchObject({
    minute: null,
    photoStore: null,
    outbox: { rows: 0, oldestSeconds: 0 },
  })
})

test('reports the number of rows in the outbox and the age of the oldest', async () => {
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  const row = await db
    .insertInto('outbox')
    .values({ kind: 'JOB', payload: '{"name":"moon:fly"}', createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { outbox } = await readOperations('DAY')
  expect(outbox.rows).toBe(1)
  expect(outbox.oldestSeconds).toBeGreaterThan(59)
  await db.deleteFrom('outbox').where('id', '=', row.id).execute()
})
