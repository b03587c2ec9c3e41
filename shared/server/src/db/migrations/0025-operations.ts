import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per minute, written by the first worker that measured it. Values from Redis are null while it is
  // unreachable. `chatMessagesTo` and `groupMessagesTo` are the last message ids that were counted: the next row counts
  // the messages after them, since no index finds messages by time.
  await sql`
    create table operator_samples (
      at timestamptz(3) primary key,
      "membersOnline" integer,
      messages real not null,
      "chatMessagesTo" bigint not null,
      "groupMessagesTo" bigint not null,
      pushes integer,
      "pushLagP50" real,
      "pushLagP99" real,
      "jobsWaiting" integer,
      "oldestJobSeconds" real,
      "jobsFailed" integer,
      "mailsTaken" integer,
      "mailsRefused" integer,
      "databaseBytes" bigint not null,
      "redisBytes" bigint,
      "redisBytesMax" bigint
    )`.execute(db)

  await sql`
    create table photo_store_sizes (
      at timestamptz(3) primary key,
      files bigint not null,
      bytes bigint not null
    )`.execute(db)

  // Finds the admins without scanning all members.
  await sql`create index members_team on members (id) where level = 'ADMIN'`.execute(db)
}
