import { type Kysely, sql } from 'kysely'

/** Creates the tables of cases, of their reports, and of the frozen evidence of each report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A case holds all reports on one subject that are filed while it is open. `subjectId` identifies the row, the member
  // or the picture, `parentId` its chat, group or news item. `category` and `severity` are those of the most severe
  // report, `dueAt` is the earliest `aimAt`. Reporters see `outcome`, `reason` and `removed`.
  await sql`
    create table cases (
      id bigint generated always as identity primary key,
      "subjectKind" text not null check ("subjectKind" in ('PROFILE', 'PHOTO', 'CHAT_MESSAGE', 'GROUP', 'GROUP_MESSAGE',
        'EVENT', 'AD', 'MOVIE_ENTRY', 'NEWS_COMMENT', 'GROUP_INVITE', 'NOTICE')),
      "subjectId" text not null check (char_length("subjectId") between 1 and 64),
      "parentId" bigint,
      "authorId" bigint references members on delete set null,
      "writtenById" bigint,
      category text not null,
      severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
      source text not null check (source in ('REPORT', 'OWN', 'AUTHORITY')),
      reference text check (char_length(reference) <= 200),
      state text not null default 'OPEN' check (state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK', 'DECIDED', 'APPEALED',
        'UPHELD', 'OVERTURNED', 'CLOSED')),
      version integer not null default 1,
      reports integer not null default 0,
      "openedAt" timestamptz(3) not null,
      "dueAt" timestamptz(3) not null,
      "firstLookAt" timestamptz(3),
      "claimedBy" bigint references members on delete set null,
      "claimedUntil" timestamptz(3),
      "askedReportId" bigint,
      question text check (char_length(question) <= 1000),
      "askedUntil" timestamptz(3),
      wider text not null default 'NONE' check (wider in ('NONE', 'ASKED', 'GIVEN', 'WANTED', 'APPROVED')),
      outcome text check (outcome in ('ACTED', 'NO_BREACH', 'OVERTURNED')),
      reason text,
      removed boolean not null default false,
      "decidedAt" timestamptz(3),
      "purgeAt" timestamptz(3),
      constraint cases_claim check ("claimedUntil" is null or state in ('CLAIMED', 'SECOND_LOOK', 'APPEALED')),
      constraint cases_outcome check ((outcome is null) = ("decidedAt" is null))
    ) with (fillfactor = 80)`.execute(db)
  // One open case per subject; a transaction that files a report locks the case last.
  await sql`
    create unique index cases_open on cases ("subjectKind", "subjectId")
    where state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')`.execute(db)
  await sql`
    create index cases_queue on cases ((severity = 'CRITICAL') desc, "dueAt", id)
    where state in ('OPEN', 'CLAIMED', 'APPEALED', 'SECOND_LOOK')`.execute(db)
  await sql`create index cases_of_author on cases ("authorId") where "authorId" is not null`.execute(db)
  await sql`create index cases_claimed on cases ("claimedBy") where "claimedBy" is not null`.execute(db)
  await sql`create index cases_asked on cases ("askedUntil") where state = 'ASKED'`.execute(db)
  await sql`create index cases_purge on cases ("purgeAt") where "purgeAt" is not null`.execute(db)

  await sql`
    create table reports (
      id bigint generated always as identity primary key,
      "caseId" bigint not null references cases on delete cascade,
      "reporterId" bigint references members on delete set null,
      category text not null,
      words text check (char_length(words) <= 1000),
      illegal boolean not null default false,
      language text not null check (language in ('SWEDISH', 'ENGLISH')),
      "filedAt" timestamptz(3) not null,
      "aimAt" timestamptz(3) not null,
      answer text check (char_length(answer) <= 1000),
      "answeredAt" timestamptz(3),
      objection text check (char_length(objection) <= 1000),
      "objectedAt" timestamptz(3),
      abusive boolean not null default false,
      "abusiveAt" timestamptz(3),
      constraint reports_abusive_time check (abusive = ("abusiveAt" is not null))
    )`.execute(db)
  await sql`create unique index reports_once on reports ("caseId", "reporterId")`.execute(db)
  await sql`
    create index reports_of_reporter on reports ("reporterId", id desc) where "reporterId" is not null`.execute(db)
  await sql`create index reports_abusive on reports ("reporterId", "abusiveAt") where abusive`.execute(db)

  // Frozen in the transaction of the report: the canonical JSON of what the reporter saw, and its hash. `clientId`
  // identifies the request, so that repeating it adds nothing.
  await sql`
    create table evidence (
      id bigint generated always as identity primary key,
      "caseId" bigint not null references cases on delete cascade,
      "reportId" bigint references reports on delete cascade,
      "clientId" uuid,
      content jsonb not null,
      sha256 bytea not null check (octet_length(sha256) = 32),
      sealed boolean not null default false,
      "takenAt" timestamptz(3) not null,
      "purgeAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create index evidence_of_case on evidence ("caseId", id)`.execute(db)
  await sql`create index evidence_of_report on evidence ("reportId") where "reportId" is not null`.execute(db)
  await sql`create unique index evidence_once on evidence ("reportId", "clientId") where "clientId" is not null`.execute(
    db,
  )
  await sql`create index evidence_purge on evidence ("purgeAt")`.execute(db)

  // The pictures of the evidence. The files of an original are removed only after they were copied.
  await sql`
    create table evidence_files (
      "evidenceId" bigint not null references evidence on delete cascade,
      "mediaId" text not null,
      key text not null unique,
      sha256 bytea check (octet_length(sha256) = 32),
      bytes integer,
      "copiedAt" timestamptz(3),
      "missingAt" timestamptz(3),
      "dueAt" timestamptz(3) not null,
      primary key ("evidenceId", "mediaId"),
      constraint evidence_files_hash check (("copiedAt" is null) = (sha256 is null))
    )`.execute(db)
  await sql`
    create index evidence_files_waiting on evidence_files ("mediaId")
    where "copiedAt" is null and "missingAt" is null`.execute(db)
  await sql`
    create index evidence_files_due on evidence_files ("dueAt")
    where "copiedAt" is null and "missingAt" is null`.execute(db)

  // Texts and pictures of messages that were deleted or edited, and texts of deleted group invites, for reports only.
  // Triggers write them, so that they are also kept for gateways of the previous release. `messageId` of an invite is
  // its group.
  await sql`
    create table earlier_words (
      id bigint generated always as identity primary key,
      place text not null check (place in ('CHAT', 'GROUP', 'INVITE')),
      "messageId" bigint not null,
      message text,
      "mediaId" text,
      "inviterId" bigint,
      "recipientId" bigint,
      until timestamptz(3) not null,
      constraint earlier_words_of_invite check (
        (place = 'INVITE') = ("inviterId" is not null) and (place = 'INVITE') = ("recipientId" is not null))
    )`.execute(db)
  await sql`create index earlier_words_of_message on earlier_words (place, "messageId", id)`.execute(db)
  await sql`create index earlier_words_until on earlier_words (until)`.execute(db)
}
