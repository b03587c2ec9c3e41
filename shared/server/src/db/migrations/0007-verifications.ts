import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What one member (the verifier) has been asked or has said about another. A rejected question is a row that is gone.
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
