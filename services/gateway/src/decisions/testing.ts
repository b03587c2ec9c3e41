import type { Action, Decide, Decided, Statement } from '@app/contract/safety/decisions'
import type { Subject } from '@app/contract/safety/subjects'
import type { Ctx } from '@app/server/context'
import { evidenceKey } from '@app/server/photos/photo-store'
import { createStatementToken } from '@app/server/safety/statement-links'
import { TEST_SECRET } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { aModerator } from '../cases/testing.ts'
import { createFiling } from '../reports/testing.ts'
import type { TestGateway, TestResponse } from '../testing.ts'

export type ClaimedCase = { caseId: string; version: number; moderator: TestMember }

type Deciding = Partial<Omit<Decide, 'actions'>> & { actions?: Action[] }

/** Returns functions that report, claim, decide and appeal over HTTP. */
export function createDeciding({ as, ctx }: Pick<TestGateway, 'as'> & { ctx: Ctx }) {
  const file = createFiling({ as })

  const readCase = (id: string) => ctx.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** Claims a case as the given moderator, or as a new one. */
  async function claim(caseId: string, by?: TestMember): Promise<ClaimedCase> {
    const moderator = by ?? (await aModerator(ctx.db))
    const { status, body } = await as(moderator).post<{ version: number }>(`/moderation/cases/${caseId}/claim`)
    if (status !== 200) throw new Error(`claiming a case returned ${status}`)
    return { caseId, version: body.version, moderator }
  }

  /** Reports a subject and claims its case. */
  async function reportAndClaim(reporter: TestMember, subject: Subject, by?: TestMember): Promise<ClaimedCase> {
    const { status, body } = await file(reporter, subject)
    if (status !== 201) throw new Error(`filing a report returned ${status}`)
    const { caseId } = await ctx.db
      .selectFrom('reports')
      .select('caseId')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    return claim(caseId, by)
  }

  const decide = (
    { caseId, version, moderator }: ClaimedCase,
    { actions = [{ kind: 'REMOVE' }], ...fields }: Deciding = {},
  ): Promise<TestResponse<Decided>> =>
    as(moderator).post<Decided>(`/moderation/cases/${caseId}/decide`, {
      ...{ version, reason: 'TERMS_HARASSMENT', facts: 'Du skrev det trots ett nej.', actions },
      ...fields,
    })

  /** Reports a subject, claims its case and decides it, by default with a removal. A ban also needs `confirm`. */
  async function reportAndDecide(reporter: TestMember, subject: Subject, ...actions: Action[]): Promise<Decided> {
    const claimed = await reportAndClaim(reporter, subject)
    const { status, body } = await decide(claimed, actions.length > 0 ? { actions } : {})
    if (status !== 200) throw new Error(`deciding a case returned ${status} ${JSON.stringify(body)}`)
    return body
  }

  const confirm = async (caseId: string, confirmed = true) => {
    const { moderator, version } = await claim(caseId)
    return as(moderator).post<Decided>(`/moderation/cases/${caseId}/confirm`, { version, confirmed })
  }

  /** Answers an appeal as a new moderator. */
  async function answerAppeal(caseId: string, decisionId: string, outcome: 'UPHELD' | 'OVERTURNED') {
    const { moderator, version } = await claim(caseId)
    return as(moderator).post<Decided>(`/moderation/appeals/${decisionId}/decide`, {
      ...{ version, outcome, words: 'Vi har läst igen.' },
    })
  }

  /** Stores an appeal, whose case then waits for an answer. */
  async function storeAppeal({ caseId, decisionId }: Decided): Promise<void> {
    await ctx.db
      .insertInto('appeals')
      .values({ decisionId, words: 'Det var på skoj.', at: ctx.now().toISOString() })
      .execute()
    await sql`update cases set state = 'APPEALED' where id = ${caseId}`.execute(ctx.db)
  }

  /** Stores an appeal and answers that the decision was wrong. */
  async function overturn(decided: Decided): Promise<void> {
    await storeAppeal(decided)
    const { caseId, decisionId } = decided
    const { status, body } = await answerAppeal(caseId, decisionId, 'OVERTURNED')
    if (status !== 200) throw new Error(`overturning a decision returned ${status} ${JSON.stringify(body)}`)
  }

  /** Returns the token of the emailed link to the statement of a decision. */
  async function readToken(decisionId: string): Promise<string> {
    const decisions = ctx.db.selectFrom('decisions').select(['id', 'decidedAt']).where('id', '=', decisionId)
    return createStatementToken(TEST_SECRET, await decisions.executeTakeFirstOrThrow())
  }

  /** Stores copies of the pictures in the evidence of a case, as the worker does, and returns their keys in the store. */
  async function storeCopies(caseId: string, content: string): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      update evidence_files f set sha256 = sha256(${Buffer.from(content)}), "copiedAt" = now(), bytes = ${content.length}
      from evidence e where e.id = f."evidenceId" and e."caseId" = ${caseId} returning f.key`.execute(ctx.db)
    const keys = rows.map(({ key }) => evidenceKey(key))
    for (const key of keys) await ctx.photos.put(key, Buffer.from(content))
    return keys
  }

  const listStatements = async (member: TestMember) => (await as(member).get<Statement[]>('/decisions')).body

  return {
    file,
    readCase,
    claim,
    reportAndClaim,
    decide,
    reportAndDecide,
    confirm,
    answerAppeal,
    storeAppeal,
    overturn,
    readToken,
    storeCopies,
    listStatements,
  }
}

/** The tables whose rows removals change. */
const TABLES = [
  'chats',
  'chat_members',
  'chat_messages',
  'chat_reactions',
  'groups',
  'group_members',
  'group_messages',
  'group_reactions',
  'group_invites',
  'events',
  'event_answers',
  'ads',
  'news',
  'news_comments',
  'movie_entries',
  'movie_likes',
  'media',
  'photos',
  'members',
  'search_profiles',
  'search_cities',
]
/** The columns that may differ after a removal was undone. */
const VERSIONS = ['version', 'reloadVersion', 'sequence', 'changedAt', 'remindedAt', 'lastActiveAt', 'lastSeenAt']

/** Reads all rows of these tables, without `VERSIONS` and without admins. */
export async function takeSnapshot({ db }: Pick<Ctx, 'db'>): Promise<Record<string, unknown[]>> {
  const selections = TABLES.map(
    (table) => sql`
      select ${table}::text as name, array_agg((to_jsonb(t) - ${VERSIONS}::text[])::text) as rows from ${sql.table(table)} t
      where to_jsonb(t) ->> 'level' is distinct from 'ADMIN'`,
  )
  const { rows: tables } = await sql<{ name: string; rows: string[] | null }>`
    ${sql.join(selections, sql` union all `)}`.execute(db)
  return Object.fromEntries(tables.map(({ name, rows }) => [name, (rows ?? []).sort()]))
}
