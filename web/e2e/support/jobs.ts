import pg from 'pg'

async function withDatabase(task: (db: pg.Client) => Promise<unknown>): Promise<void> {
  const db = new pg.Client(process.env.E2E_DATABASE_URL)
  await db.connect()
  try {
    await task(db)
  } finally {
    await db.end()
  }
}

/** Enqueues a job for an email that is not in the database, so that the worker gives up on it. */
export const enqueueLostMail = (mailId: string, requestId: string): Promise<void> =>
  withDatabase((db) =>
    db.query(`insert into outbox (kind, payload) values ('JOB', $1)`, [
      { name: 'mail:send', payload: { mailId }, requestId },
    ]),
  )

/** Inserts the missing email, so that a retry of its job succeeds. */
export const insertLostMail = (mailId: string, address: string): Promise<void> =>
  withDatabase((db) =>
    db.query(
      `insert into mails (id, kind, address, language, "createdAt", "nextAttemptAt")
       overriding system value values ($1, 'REGISTRATION', $2, 'SWEDISH', now(), now() - interval '1 minute')`,
      [mailId, address],
    ),
  )

/**
 * Inserts samples of the last hour with a gap, and the size of the photo store. Empties the gap first, because another
 * worker may have inserted samples some minutes earlier.
 */
export const insertHourOfSamples = (): Promise<void> =>
  withDatabase(async (db) => {
    await db.query(
      `with gap as (
         delete from operator_samples
         where at >= date_trunc('minute', now()) - interval '26 minutes'
           and at < date_trunc('minute', now()) - interval '20 minutes'
       )
       insert into operator_samples (at, "membersOnline", messages, "chatMessagesTo", "groupMessagesTo", pushes,
         "pushLagP50", "pushLagP99", "jobsWaiting", "oldestJobSeconds", "jobsFailed", "mailsTaken", "mailsRefused",
         "databaseBytes", "redisBytes")
       select at, 40 + number % 7, 5, 0, 0, 12, 8, 40, number % 3, 2, 0, 1, 0, 9e6, 2e6
       from generate_series(1, 59) number, lateral (select date_trunc('minute', now()) - make_interval(mins => number + 1) as at)
       where number not between 20 and 25
       on conflict do nothing`,
    )
    await db.query(`insert into photo_store_sizes (at, files, bytes) values (now(), 10, 4e6) on conflict do nothing`)
  })
