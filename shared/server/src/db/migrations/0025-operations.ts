import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row for each minute, whichever worker measured it first. What Redis tells is null while it does not answer.
  // Messages are counted from the last row's `…To` on, since nothing finds them by their time.
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

  // They are few, and told of every minute.
  await sql`create index members_team on members (id) where level = 'ADMIN'`.execute(db)
}
