import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const POLL_INTERVAL_MS = 50
const DELIVERY_TIMEOUT_MS = 10_000
const SENDING_TIMEOUT_MS = 60_000

async function waitUntil(pool: pg.Pool, condition: string, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(POLL_INTERVAL_MS)) {
    const { rows } = await pool.query<{ isMet: boolean }>(`select ${condition} as "isMet"`)
    if (rows[0]?.isMet) return
  }
  throw new Error(`This condition was not met within ${timeoutMs / 1_000} s: ${condition}`)
}

const IS_DELIVERED = 'not exists (select from outbox)'

/** Waits until all messages are delivered, then marks them as read and deletes all notifications. */
export async function markAllRead(pool: pg.Pool): Promise<void> {
  await waitUntil(pool, IS_DELIVERED, DELIVERY_TIMEOUT_MS)
  await pool.query('delete from notifications')
  await pool.query('update chat_members set unread = 0 where unread > 0')
}

/** Quiet hours end later than this, and the worker sends everything else earlier. */
const SOON = `now() + interval '1 hour'`

/** Waits until the worker has handled all notifications, and returns the number of those that quiet hours defer. */
export async function waitUntilHandled(pool: pg.Pool): Promise<number> {
  await waitUntil(pool, IS_DELIVERED, DELIVERY_TIMEOUT_MS)
  const isHandled = `not exists (select from notifications where "handledAt" is null and "dueAt" < ${SOON})`
  await waitUntil(pool, isHandled, SENDING_TIMEOUT_MS)
  const { rowCount } = await pool.query(
    `select from notifications where "handledAt" is null and "dueAt" >= ${SOON} and attempts = 0`,
  )
  return rowCount ?? 0
}
