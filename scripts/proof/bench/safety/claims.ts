import type { CaseRow } from '@app/contract/safety/cases'
import type pg from 'pg'
import type { BenchContext } from '../context.ts'
import { bearer } from '../http.ts'
import type { Measurement } from '../measurements.ts'
import type { Caller } from '../world.ts'

/** The share of the cases that all admins try to claim by id at the same time. */
const CONTESTED_SHARE = 0.1

type Claim = { caseId: string; byId: string }

/** Claims a case; returns undefined if another admin has it. */
async function claim(url: string, { id: byId, token }: Caller, path: string): Promise<Claim | undefined> {
  const response = await fetch(`${url}/api/v2/moderation/cases/${path}`, { method: 'POST', headers: bearer(token) })
  if (response.status === 409) return undefined
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  const { id: caseId } = (await response.json()) as CaseRow
  return { caseId, byId }
}

/** Lets every admin claim the most urgent case again and again, until `count` claims have been tried in total. */
async function claimNext(urls: string[], moderators: Caller[], count: number): Promise<Claim[]> {
  const claims: Claim[] = []
  let begun = 0
  const work = async (moderator: Caller, index: number) => {
    while (begun++ < count) {
      const claimed = await claim(urls[index % urls.length] ?? '', moderator, 'next')
      if (claimed) claims.push(claimed)
    }
  }
  await Promise.all(moderators.map(work))
  return claims
}

/** Lets every admin try to claim every case, all in the same order. */
async function claimSame(urls: string[], moderators: Caller[], caseIds: string[]): Promise<Claim[]> {
  const claims: Claim[] = []
  const work = async (moderator: Caller, index: number) => {
    for (const id of caseIds) {
      const claimed = await claim(urls[index % urls.length] ?? '', moderator, `${id}/claim`)
      if (claimed) claims.push(claimed)
    }
  }
  await Promise.all(moderators.map(work))
  return claims
}

/**
 * Counts the cases that were claimed more than once, according to the responses or to the database, whichever is more.
 */
async function countConflicts(pool: pg.Pool, claims: Claim[]): Promise<number> {
  const { rows } = await pool.query<{ conflicts: string }>(
    `select count(*) as conflicts
    from unnest($1::bigint[], $2::bigint[]) as claimed("caseId", "byId") join cases on cases.id = claimed."caseId"
    where cases."claimedBy" <> claimed."byId"
      or (select count(*) from team_log where act = 'CLAIMED' and team_log."caseId" = cases.id) <> 1`,
    [claims.map(({ caseId }) => caseId), claims.map(({ byId }) => byId)],
  )
  const repeated = claims.length - new Set(claims.map(({ caseId }) => caseId)).size
  return Math.max(repeated, Number(rows[0]?.conflicts))
}

async function listFreeIds(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from cases where state = 'OPEN' order by "dueAt" desc limit $1`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/**
 * Lets all admins claim cases at the same time through two gateways, and counts the cases that more than one of them
 * got.
 */
export async function measureClaims(
  { pool, options: { claims: count } }: BenchContext,
  urls: string[],
  moderators: Caller[],
): Promise<Measurement[]> {
  const contested = await listFreeIds(pool, count * CONTESTED_SHARE)
  const measure = async (label: string, expected: number, run: () => Promise<Claim[]>): Promise<Measurement[]> => {
    const start = performance.now()
    const claims = await run()
    const seconds = (performance.now() - start) / 1_000
    if (claims.length < expected) throw new Error(`${label}: only ${claims.length} cases were claimed.`)
    return [
      { label: `${label}, claims`, unit: '/s', product: claims.length / seconds },
      { label: `${label}, time`, unit: 's', product: seconds },
      { label: `${label}, claimed twice`, unit: '', product: await countConflicts(pool, claims), atMost: 0 },
    ]
  }
  const many = `${moderators.length} admins claim`
  return [
    ...(await measure(`${many} the next of ${count.toLocaleString('en')} cases`, count, () =>
      claimNext(urls, moderators, count),
    )),
    ...(await measure(`${many} the same ${contested.length} cases`, contested.length, () =>
      claimSame(urls, moderators, contested),
    )),
  ]
}
