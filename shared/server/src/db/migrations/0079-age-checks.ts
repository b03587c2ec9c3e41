import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables of the results of age checks, without anything else that a provider may know about a member, and of
 * the checks that members have begun. A row of the latter is deleted by the first callback, whatever that contains.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table age_checks (
      "memberId" bigint primary key references members on delete cascade,
      result text not null check (result in ('PASS', 'FAIL')),
      provider text not null check (char_length(provider) <= 255),
      at timestamptz(3) not null
    )`.execute(db)
  await sql`
    create table age_check_requests (
      "stateHash" bytea primary key check (octet_length("stateHash") = 32),
      "memberId" bigint not null references members on delete cascade,
      "expiresAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create index age_check_requests_of_member on age_check_requests ("memberId")`.execute(db)
  await sql`create index age_check_requests_expiry on age_check_requests ("expiresAt")`.execute(db)
}
