import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Requests to a member (the verifier) to verify another, and confirmations. A rejected request is deleted.
  await sql`
    create table verifications (
      "memberId" bigint not null references members on delete cascade,
      "verifierId" bigint not null references members on delete cascade check ("verifierId" <> "memberId"),
      state text not null check (state in ('ASKED', 'CONFIRMED')),
      at timestamptz(3) not null,
      primary key ("memberId", "verifierId")
    )`.execute(db)
  await sql`create index verifications_of_verifier on verifications ("verifierId", state)`.execute(db)

  // Photos that a verifier has confirmed.
  await sql`
    create table photo_confirmations (
      "mediaId" text not null references photos on delete cascade,
      "verifierId" bigint not null references members on delete cascade,
      primary key ("mediaId", "verifierId")
    )`.execute(db)
  await sql`create index photo_confirmations_of_verifier on photo_confirmations ("verifierId")`.execute(db)
}
