import { randomBytes } from 'node:crypto'
import type { Subject } from '@app/contract/safety/subjects'
import { nameKey } from '@app/contract/text/names'
import type { Member } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import type { PhotoStore } from '@app/server/photos/photo-store'
import { TEAM_ID } from '@app/server/policies/team'
import { blockMember } from '../../services/gateway/src/blocks/actions.ts'
import { askReporter } from '../../services/gateway/src/cases/asking.ts'
import { claimCase } from '../../services/gateway/src/cases/claims.ts'
import type { MemberCtx } from '../../services/gateway/src/context.ts'
import { appeal } from '../../services/gateway/src/decisions/appeals.ts'
import { decide } from '../../services/gateway/src/decisions/decide.ts'
import { markStatementRead } from '../../services/gateway/src/decisions/statements.ts'
import { fileReport } from '../../services/gateway/src/reports/file-report.ts'
import { DEMO_CASES, type DemoCase } from './data/cases.ts'
import { CONVERSATIONS_OF_MIRA } from './data/conversations-of-mira.ts'
import { ago } from './member.ts'

type Options = { db: Database; store: PhotoStore; sessionSecret: string; now: Date }
type Actor = Pick<Member, 'id' | 'accountId' | 'level' | 'language' | 'registeredAt' | 'sessionId'>
type Act = { age: number; run: () => Promise<void> }

async function findActor(db: Database, userName: string, sessions: ReadonlyMap<string, string>): Promise<Actor> {
  const { id, level, language, registeredAt } = await db
    .selectFrom('members')
    .select(['id', 'level', 'language', 'registeredAt'])
    .where('nameKey', '=', nameKey(userName))
    .executeTakeFirstOrThrow()
  const partyId = level === 'ADMIN' ? TEAM_ID : id
  return { id: partyId, accountId: id, level, language, registeredAt, sessionId: sessions.get(id) ?? '0' }
}

/**
 * Returns a function that creates the context of an act by a member at an age. It contains only the dependencies of
 * reports, decisions and blocks: the outbox leaves its rows to the worker's relay, and there are no rate limits.
 */
const createContextFactory =
  ({ db, store, sessionSecret, now }: Options, sessions: ReadonlyMap<string, string>) =>
  async (userName: string, age: number): Promise<MemberCtx> => {
    const parts = {
      ...{ db, photos: store, config: { sessionSecret, blocks: true } },
      outbox: { deliver: async () => {} },
      limits: { take: async () => {}, refund: async () => {} },
      now: () => new Date(ago(now, age)),
      member: { ...(await findActor(db, userName, sessions)) },
    }
    return parts as unknown as MemberCtx
  }

/** Finds the subject of a case among the other demo data. */
async function findSubject(db: Database, { subject }: DemoCase): Promise<Subject> {
  if (subject.kind === 'PROFILE') return { kind: 'PROFILE', id: subject.userName }
  const { kind, title } = subject
  const table = kind === 'AD' ? 'ads' : 'events'
  const { id } = await db.selectFrom(table).select('id').where('title', '=', title).executeTakeFirstOrThrow()
  return { kind, id }
}

type ContextFactory = ReturnType<typeof createContextFactory>

/** Lists the acts of members and team about a case. */
function listActs(
  createContext: ContextFactory,
  { reports, claim, question, decision }: DemoCase,
  subject: Subject,
): Act[] {
  let caseId = ''
  let reportId = ''
  const claimAs = async (by: string, age: number): Promise<[MemberCtx, number]> => {
    const ctx = await createContext(by, age)
    return [ctx, (await claimCase(ctx, caseId)).version]
  }
  const filed = reports.map(({ reporter, age, category, words }) => ({
    age,
    run: async () => {
      const ctx = await createContext(reporter, age)
      reportId = (await fileReport(ctx, { subject, category, words })).id
      const row = await ctx.db
        .selectFrom('reports')
        .select('caseId')
        .where('id', '=', reportId)
        .executeTakeFirstOrThrow()
      caseId = row.caseId
    },
  }))
  const acts: Act[] = [...filed]
  if (claim) acts.push({ age: claim.age, run: async () => void (await claimAs(claim.by, claim.age)) })
  if (question)
    acts.push({
      age: question.age,
      run: async () => {
        const [ctx, version] = await claimAs(question.by, question.age)
        await askReporter(ctx, caseId, { version, reportId, question: question.text })
      },
    })
  if (decision) acts.push(...listActsOfDecision(createContext, decision, { claim: claimAs, findCase: () => caseId }))
  return acts
}

type CaseAccess = { claim: (by: string, age: number) => Promise<[MemberCtx, number]>; findCase: () => string }

/** Lists the decision of a case, and what its author then does about it. */
function listActsOfDecision(
  createContext: ContextFactory,
  { by, age, reason, facts, note, actions, readAge, appeal: appealed }: NonNullable<DemoCase['decision']>,
  { claim, findCase }: CaseAccess,
): Act[] {
  let decisionId = ''
  const createAuthorContext = async (atAge: number) => {
    const { db } = await createContext(by, atAge)
    const author = await db
      .selectFrom('cases')
      .innerJoin('members', 'members.id', 'cases.authorId')
      .select('members.userName')
      .where('cases.id', '=', findCase())
      .executeTakeFirstOrThrow()
    return createContext(author.userName, atAge)
  }
  return [
    {
      age,
      run: async () => {
        const [ctx, version] = await claim(by, age)
        decisionId = (await decide(ctx, findCase(), { version, reason, facts, note, actions })).decisionId
      },
    },
    ...(readAge === undefined
      ? []
      : [{ age: readAge, run: async () => markStatementRead(await createAuthorContext(readAge), decisionId) }]),
    ...(appealed === undefined
      ? []
      : [
          {
            age: appealed.age,
            run: async () => appeal(await createAuthorContext(appealed.age), decisionId, { words: appealed.words }),
          },
        ]),
  ]
}

/** Stores a session for each admin, since an admin's acts require one. Returns the ids of the sessions by account. */
async function insertSessions(db: Database, now: Date): Promise<Map<string, string>> {
  const admins = await db
    .selectFrom('members')
    .select('id')
    .where('level', '=', 'ADMIN')
    .where('id', '<>', TEAM_ID)
    .execute()
  const at = now.toISOString()
  const stored = await db
    .insertInto('sessions')
    .values(
      admins.map(({ id: memberId }) => ({
        ...{ memberId, device: 'Demo', createdAt: at, lastSeenAt: at, hash: randomBytes(32) },
        ...{ startedBy: 'PASSKEY' as const, passkeyId: randomBytes(16) },
      })),
    )
    .returning(['id', 'memberId'])
    .execute()
  return new Map(stored.map(({ id, memberId }) => [memberId, id]))
}

/** Lists the blocks with which conversations of the demo end. */
const listBlocks = (createContext: ContextFactory): Act[] =>
  CONVERSATIONS_OF_MIRA.flatMap(({ creator, invited, blockAge }) =>
    blockAge === undefined
      ? []
      : [
          {
            age: blockAge,
            run: async () =>
              blockMember(await createContext(invited, blockAge), { userName: creator, leaveGroups: [] }),
          },
        ],
  )

/**
 * Stores the blocks of the demo, and files and decides its cases, oldest act first. Uses the code of the gateway, so
 * that evidence, statements and the team log are like real ones. `db` is a transaction of the caller, so the admins'
 * sessions are never visible outside of it.
 */
export async function insertBlocksAndCases(options: Options): Promise<void> {
  const { db, now } = options
  const sessions = await insertSessions(db, now)
  const createContext = createContextFactory(options, sessions)
  const acts: Act[] = listBlocks(createContext)
  for (const demoCase of DEMO_CASES) acts.push(...listActs(createContext, demoCase, await findSubject(db, demoCase)))
  for (const { run } of acts.sort((one, other) => other.age - one.age)) await run()
  await db
    .deleteFrom('sessions')
    .where('id', 'in', [...sessions.values()])
    .execute()
}
