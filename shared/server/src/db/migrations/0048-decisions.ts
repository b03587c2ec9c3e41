import { type Kysely, sql } from 'kysely'

/** Creates the tables of decisions, of the measures and removals that they impose, and of appeals against them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `byId` and `confirmedById` are ids of accounts without foreign keys: a decision outlives the account of the admin who
  // made it. `removes` is true if the decision hides the content, even if its author had already deleted it. `confirmBy`
  // is the deadline for a second admin's confirmation, null once confirmed. `lapses` is true if the decision is undone
  // when that deadline passes.
  await sql`
    create table decisions (
      id bigint generated always as identity primary key,
      "caseId" bigint not null references cases on delete cascade,
      "byId" bigint,
      "confirmedById" bigint check ("confirmedById" <> "byId"),
      "confirmBy" timestamptz(3),
      lapses boolean not null default false,
      reason text not null,
      facts text not null check (char_length(facts) between 1 and 1000),
      note text check (char_length(note) <= 1000),
      kind text not null check (kind in ('ACTED', 'DISMISSED')),
      removes boolean not null default false,
      automated boolean not null default false,
      evidence bytea[] not null,
      "decidedAt" timestamptz(3) not null,
      "appealBy" timestamptz(3),
      "tokenHash" bytea unique check (octet_length("tokenHash") = 32),
      "readAt" timestamptz(3),
      "undoneAt" timestamptz(3),
      constraint decisions_automated check (automated = ("byId" is null))
    )`.execute(db)
  await sql`create index decisions_of_case on decisions ("caseId", id)`.execute(db)
  await sql`create index decisions_pending on decisions ("confirmBy") where "confirmBy" is not null`.execute(db)

  // `wasDeletedAt` keeps the time at which the member had requested deletion before the suspension.
  await sql`
    create table measures (
      id bigint generated always as identity primary key,
      "decisionId" bigint not null references decisions on delete cascade,
      "memberId" bigint references members on delete set null,
      kind text not null check (kind in ('WARN', 'CONTACT', 'POST', 'UPLOAD', 'SUSPEND', 'BAN')),
      "from" timestamptz(3) not null,
      until timestamptz(3),
      "wasDeletedAt" timestamptz(3),
      "endedAt" timestamptz(3)
    )`.execute(db)
  await sql`
    create index measures_in_effect on measures ("memberId", kind, until) where "endedAt" is null`.execute(db)
  await sql`create index measures_of_member on measures ("memberId") where "memberId" is not null`.execute(db)
  await sql`create index measures_of_decision on measures ("decisionId")`.execute(db)
  await sql`
    create index measures_due on measures (until) where "endedAt" is null and kind in ('SUSPEND', 'BAN')`.execute(db)

  // The content that a decision hid, and the data to restore it exactly. `until` is set if it is hidden provisionally.
  await sql`
    create table removals (
      id bigint generated always as identity primary key,
      "decisionId" bigint not null references decisions on delete cascade,
      kind text not null check (kind in ('PROFILE', 'PICTURE', 'CHAT_MESSAGE', 'GROUP', 'GROUP_MESSAGE', 'EVENT', 'AD',
        'MOVIE_ENTRY', 'NEWS_COMMENT', 'GROUP_INVITE')),
      "contentId" text not null,
      "parentId" bigint,
      "authorId" bigint references members on delete set null,
      content jsonb not null,
      "removedAt" timestamptz(3) not null,
      until timestamptz(3),
      "restoredAt" timestamptz(3)
    )`.execute(db)
  await sql`
    create unique index removals_in_effect on removals (kind, "contentId") where "restoredAt" is null`.execute(db)
  await sql`create index removals_of_decision on removals ("decisionId")`.execute(db)
  await sql`create index removals_of_author on removals ("authorId") where "authorId" is not null`.execute(db)
  await sql`
    create index removals_until on removals (until) where "restoredAt" is null and until is not null`.execute(db)

  await sql`
    create table appeals (
      "decisionId" bigint primary key references decisions on delete cascade,
      words text not null check (char_length(words) between 1 and 2000),
      at timestamptz(3) not null,
      "byId" bigint,
      "decidedAt" timestamptz(3),
      outcome text check (outcome in ('UPHELD', 'OVERTURNED')),
      answer text check (char_length(answer) <= 1000),
      constraint appeals_decided check (
        (outcome is null) = ("byId" is null) and (outcome is null) = ("decidedAt" is null))
    )`.execute(db)
  // An appeal must be decided by an admin who neither made nor confirmed the decision. If there is at most one moderator,
  // that admin may decide it 24 hours after the appeal.
  await sql`
    create function require_other_for_appeal() returns trigger language plpgsql as $$
    declare moderators integer;
    begin
      if new."byId" is null then return new; end if;
      select count(*) into moderators from team_duties t join members m on m.id = t."memberId"
        where t.duty = 'MODERATE' and m.level = 'ADMIN' and m."deletedAt" is null;
      if exists (select from decisions d where d.id = new."decisionId" and new."byId" in (d."byId", d."confirmedById"))
        and (moderators > 1 or new."decidedAt" < new.at + interval '24 hours') then
        raise exception 'an appeal is decided by somebody else' using errcode = 'check_violation',
          constraint = 'appeals_other';
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger appeals_other before insert or update on appeals for each row
    execute function require_other_for_appeal()`.execute(db)

  // Hashes of the addresses and of the pictures of banned members.
  await sql`
    create table mail_bars (
      "mailHash" bytea primary key check (octet_length("mailHash") = 32),
      "decisionId" bigint not null references decisions on delete cascade,
      until timestamptz(3) not null
    )`.execute(db)
  await sql`create index mail_bars_of_decision on mail_bars ("decisionId")`.execute(db)
  await sql`create index mail_bars_until on mail_bars (until)`.execute(db)
  await sql`
    create table banned_pictures (
      sha256 bytea primary key check (octet_length(sha256) = 32),
      "decisionId" bigint not null references decisions on delete cascade,
      until timestamptz(3) not null
    )`.execute(db)
  await sql`create index banned_pictures_of_decision on banned_pictures ("decisionId")`.execute(db)
  await sql`create index banned_pictures_until on banned_pictures (until)`.execute(db)
}
