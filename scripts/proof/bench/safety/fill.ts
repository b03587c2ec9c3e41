import type pg from 'pg'
import { login } from '../../common/members.ts'
import { fillTables } from '../lists/fill-tables.ts'
import type { Caller } from '../world.ts'

/**
 * Returns the statement that inserts cases that wait for the team: most are free, others are claimed, asked about,
 * appealed or wait for a second look.
 */
const createWaitingCasesStatement = (count: number): string => `
  insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, reports,
    "hidingCheckedReports", "openedAt", "dueAt", "claimedBy", "claimedUntil", "askedUntil", "decidedAt", outcome, reason)
  select 'AD', 1000000 + n, author.id, 'SPAM',
    case when n % 20 = 0 then 'CRITICAL' else (array['HIGH', 'MEDIUM', 'LOW'])[1 + n % 3] end, 'REPORT', state, 1, 1,
    now() - interval '1 hour', now() + make_interval(hours => 3, secs => n::bigint * 7919 % 604800),
    case state when 'CLAIMED' then author.id end, case state when 'CLAIMED' then now() + interval '1 day' end,
    case state when 'ASKED' then now() + interval '1 day' end, case state when 'APPEALED' then now() end,
    case state when 'APPEALED' then 'ACTED' end, case state when 'APPEALED' then 'TERMS_SPAM' end
  from generate_series(1, ${count}) n
  join numbered author on author.at = n % (select count(*) from numbered)
  cross join lateral (
    select case when n % 100 < 90 then 'OPEN' when n % 100 < 95 then 'CLAIMED' when n % 100 < 97 then 'APPEALED'
      when n % 100 < 99 then 'ASKED' else 'SECOND_LOOK' end as state) states`

/** Returns the statement that inserts decided cases of the last two years. */
const createDecidedCasesStatement = (count: number): string => `
  insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, reports,
    "hidingCheckedReports", "openedAt", "dueAt", "firstLookAt", "decidedAt", outcome, reason)
  select 'AD', 5000000 + n, author.id, 'SPAM', 'MEDIUM', 'REPORT', case when n * 4 < ${count} then 'DECIDED' else 'CLOSED' end,
    1, 1, decided - interval '2 days', decided + interval '1 day', decided, decided, 'ACTED', 'TERMS_SPAM'
  from generate_series(1, ${count}) n
  join numbered author on author.at = n % (select count(*) from numbered)
  cross join lateral (select now() - n * interval '730 days' / ${count} as decided) times`

const REPORTS = `
  insert into reports ("caseId", "reporterId", category, language, "filedAt", "aimAt")
  select cases.id, reporter.id, category, 'SWEDISH', "openedAt", "dueAt"
  from cases join numbered reporter on reporter.at = (cases.id * 13 + 5) % (select count(*) from numbered)`

/** Inserts cases that wait for the team and as many decided ones, each with one report. */
export const fillCases = (pool: pg.Pool, count: number): Promise<void> =>
  fillTables(pool, [createWaitingCasesStatement(count), createDecidedCasesStatement(count), REPORTS], 'cases, reports')

/** Inserts admins who work on cases and know no member, with sessions that began with a passkey. */
export async function insertModerators(
  pool: pg.Pool,
  url: string,
  { from, to }: { from: number; to: number },
): Promise<Caller[]> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `with moderator as (
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, level, "registeredAt",
        "lastActiveAt")
      select email, email, 'Moderator ' || n, 'moderator ' || n, 'moderator ' || n,
        (select "passwordHash" from members where email = 'member-1@example.test'), '{Stockholm}', 'ADMIN',
        now() - interval '90 days', now()
      from generate_series($1::int, $2::int) n cross join lateral (select 'moderator-' || n || '@example.test' as email) named
      returning id, email
    ), duty as (insert into team_duties ("memberId", duty) select id, 'MODERATE' from moderator)
    select id, email from moderator order by id`,
    [from, to],
  )
  const moderators = await Promise.all(
    rows.map(async ({ id, email }) => ({ id, token: await login(url, { email }), chatIds: [] })),
  )
  await pool.query(
    `update sessions set "startedBy" = 'PASSKEY', "passkeyId" = 'passkey' where "memberId" = any($1::bigint[])`,
    [rows.map(({ id }) => id)],
  )
  return moderators
}
