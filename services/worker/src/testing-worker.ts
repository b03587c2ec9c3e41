import { randomUUID } from 'node:crypto'
import { testContext } from '@app/server/testing/context'
import type {} from '@app/server/testing/infra'
import { inject } from 'vitest'
import type { WorkerCtx } from './context.ts'
import type { MailRow } from './mail/queries.ts'
import { createBulkTransport, createMailTransport } from './mail/transport.ts'
import { createImageProcessor } from './photos/image-processor.ts'

export const PUBLIC_URL = 'https://salong.test'

/** Returns the URL of a separate Redis database for this test file, since queues have the same names everywhere. */
export const redisDatabase = (number: number): string => {
  const url = new URL(inject('testInfra').redisUrl)
  url.pathname = `/${number}`
  return url.toString()
}

export type TestWorker = WorkerCtx & { close: () => Promise<void>; advanceClock: (milliseconds: number) => void }

/** Creates a context with a clock that only `advanceClock` moves. */
export async function testWorker(settings: Record<string, string>): Promise<TestWorker> {
  let now = new Date()
  const ctx = await testContext({ now: () => now, settings: { PUBLIC_URL, ...settings } })
  const imageProcessor = createImageProcessor()
  const bulk = createBulkTransport(ctx)
  return {
    ...ctx,
    transport: createMailTransport(ctx),
    bulk,
    imageProcessor,
    close: async () => {
      bulk.close()
      imageProcessor.close()
      await ctx.close()
    },
    advanceClock: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

let counter = 0
export const anAddress = (): string => {
  counter += 1
  return `newcomer-${counter}-${randomUUID()}@example.test`
}

/** Inserts an email as the gateway does on request. */
export async function aMail(
  ctx: WorkerCtx,
  options: Partial<Pick<MailRow, 'kind' | 'address' | 'language' | 'memberId' | 'eventId'>> = {},
) {
  const now = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('mails')
    .values({
      kind: 'REGISTRATION',
      address: anAddress(),
      language: 'SWEDISH',
      createdAt: now,
      nextAttemptAt: now,
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const mailRow = (ctx: WorkerCtx, mailId: string): Promise<MailRow> =>
  ctx.db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow()
