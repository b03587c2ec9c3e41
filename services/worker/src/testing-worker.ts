import { randomUUID } from 'node:crypto'
import { testContext } from '@app/server/testing/context'
import type { WorkerCtx } from './context.ts'
import type { MailRow } from './mail/queries.ts'
import { createBulkTransport, createMailTransport } from './mail/transport.ts'
import { createImageProcessor } from './photos/image-processor.ts'

export const PUBLIC_URL = 'https://salong.test'

export type TestWorker = WorkerCtx & { close: () => Promise<void>; advanceClock: (milliseconds: number) => void }

/** Creates a worker's context with a clock that only `advanceClock` moves. */
export async function testWorker(settings: Record<string, string>): Promise<TestWorker> {
  let now = new Date()
  const ctx = await testContext({ now: () => now, settings: { PUBLIC_URL, ...settings } })
  const imageProcessor = createImageProcessor()
  const bulkTransport = createBulkTransport(ctx)
  return {
    ...ctx,
    transport: createMailTransport(ctx),
    bulkTransport,
    imageProcessor,
    close: async () => {
      bulkTransport.close()
      imageProcessor.close()
      await ctx.close()
    },
    advanceClock: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

let addressCount = 0
/** Returns a new email address. */
export const anAddress = (): string => {
  addressCount += 1
  return `newcomer-${addressCount}-${randomUUID()}@example.test`
}

/** Inserts an unsent email, as the gateway does, and returns its id. */
export async function aMail(
  ctx: WorkerCtx,
  options: Partial<Pick<MailRow, 'kind' | 'address' | 'language' | 'memberId' | 'eventId' | 'aboutId'>> = {},
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

export const readMailRow = (ctx: WorkerCtx, mailId: string): Promise<MailRow> =>
  ctx.db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow()
