import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The cards of the deck that the team uploaded, in the order of the file. If empty, the game uses the built-in deck.
  await sql`
    create table cards (
      id bigint generated always as identity primary key,
      "cardType" text not null check ("cardType" in ('TRUTH', 'DARE')),
      text text not null check (char_length(text) between 1 and 500),
      audiences text[] not null check (cardinality(audiences) > 0 and audiences <@ array['MIXED', 'MALE', 'FEMALE']),
      spiciness text check (spiciness in ('GREEN', 'YELLOW', 'RED', 'EXTREME')),
      constraint cards_dare check ("cardType" = 'TRUTH' or spiciness is not null)
    )`.execute(db)

  // A deck between upload and parsing. GIVEN_UP: the upload request no longer waits, so the deck must not take effect.
  await sql`
    create table deck_uploads (
      id bigint generated always as identity primary key,
      bytes bytea not null check (octet_length(bytes) <= 2097152),
      state text not null default 'WAITING' check (state in ('WAITING', 'STORED', 'REFUSED', 'GIVEN_UP')),
      cards integer,
      refusal jsonb,
      "uploadedAt" timestamptz(3) not null
    )`.execute(db)

  // JSON as text, stored as it was received.
  await sql`
    create table game_states (
      "memberId" bigint primary key references members on delete cascade,
      "gameState" text not null check (octet_length("gameState") <= 65536),
      "savedAt" timestamptz(3) not null
    )`.execute(db)
}
