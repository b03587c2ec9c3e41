import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables of duties, of passkeys with their challenges, and of the team log, which is append-only and in
 * which each row contains the hash of the one before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table team_duties (
      "memberId" bigint not null references members on delete cascade,
      duty text not null check (duty in ('MODERATE', 'LEAD', 'PUBLISH', 'OPERATE')),
      primary key ("memberId", duty)
    )`.execute(db)
  // Existing admins get all duties.
  await sql`
    insert into team_duties
    select members.id, duty from members, unnest(array['MODERATE', 'LEAD', 'PUBLISH', 'OPERATE']) duty
    where members.level = 'ADMIN' and members.id <> 0`.execute(db)
  await sql`
    create table passkeys (
      id bytea primary key,
      "memberId" bigint not null references members on delete cascade,
      "publicKey" bytea not null,
      counter bigint not null default 0,
      transports text[] not null default '{}',
      name text not null check (char_length(name) between 1 and 50),
      "createdAt" timestamptz(3) not null,
      "usedAt" timestamptz(3)
    )`.execute(db)
  await sql`create index passkeys_of_member on passkeys ("memberId")`.execute(db)
  await sql`
    create table passkey_challenges (
      challenge bytea primary key check (octet_length(challenge) = 32),
      "memberId" bigint references members on delete cascade,
      purpose text not null check (purpose in ('ADD', 'LOGIN')),
      "expiresAt" timestamptz(3) not null,
      constraint passkey_challenges_member check ((purpose = 'ADD') = ("memberId" is not null))
    )`.execute(db)
  await sql`create index passkey_challenges_expire on passkey_challenges ("expiresAt")`.execute(db)
  await sql`create index passkey_challenges_of_member on passkey_challenges ("memberId")`.execute(db)
  // `byId` is the id of an account without a foreign key: an entry outlives the account of the admin who acted.
  await sql`
    create table team_log (
      id bigint generated always as identity primary key,
      at timestamptz(3) not null,
      "byId" bigint,
      act text not null,
      "caseId" bigint,
      about jsonb not null,
      previous bytea unique check (octet_length(previous) = 32),
      hash bytea not null unique check (octet_length(hash) = 32)
    )`.execute(db)
  await sql`create index team_log_of_person on team_log ("byId", act, at)`.execute(db)
  await sql`
    create function refuse_log_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the team log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db)
  await sql`
    create trigger team_log_append_only before update or delete on team_log
    for each row execute function refuse_log_change()`.execute(db)
  await sql`
    create trigger team_log_not_emptied before truncate on team_log
    for each statement execute function refuse_log_change()`.execute(db)
  // Default privileges give the application all rights on new tables.
  await sql`
    do $$ declare grantee text; begin
      for grantee in select distinct acl.grantee::regrole::text from pg_class, aclexplode(relacl) acl
        where pg_class.oid = 'team_log'::regclass and acl.grantee <> relowner and acl.grantee <> 0
      loop execute 'revoke update, delete, truncate on team_log from ' || grantee; end loop;
    end $$`.execute(db)
}
