import { Agent, request } from 'node:http'
import pg from 'pg'
import { createRandom } from '../../demo/random.ts'
import { step } from '../../stack/progress.mjs'
import { startIsolatedStack } from '../common/isolated-stack.ts'
import { median } from '../common/median.ts'
import { insertMembers, login, type ProofMember } from '../common/members.ts'
import { selectItems } from '../common/select.ts'
import { mannWhitney } from './mann-whitney.ts'
import { listNamingRequests, type NamingRequest } from './requests.ts'

/** The reasons for which the caller cannot find a member by name. */
export const SITUATIONS = ['blocked', 'deleted', 'unknown'] as const
type Situation = (typeof SITUATIONS)[number]

export type TimingOptions = {
  calls: number
  seed: number
  /** Only routes whose label contains this text. */
  only: string
}
export type TimingResult = {
  label: string
  /** The median in milliseconds. */
  medians: Record<Situation, number>
  /** The p values of the three pairs of situations. */
  pValues: { pair: string; p: number }[]
  /** The distinct responses of all situations, without their changing headers; one if they cannot be told apart. */
  responses: Set<string>
}

const WARM_UP = 100
/** Most of these members only fill the tables, so that PostgreSQL looks names up through indexes. */
const MEMBERS = 5_000
const CHANGING_HEADERS = new Set(['date', 'x-request-id'])

type TimedResponse = { milliseconds: number; text: string }

/** Sends a request on one connection that stays open. Returns the response, and the time until it was complete. */
function send(
  agent: Agent,
  url: URL,
  token: string,
  { method, path, body, isText, isEncrypted }: NamingRequest,
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) {
      headers['content-type'] = isText ? 'text/plain' : 'application/json'
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    const sent = request({ agent, host: url.hostname, port: url.port, method, path: `/api/v2${path}`, headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('end', () => {
        const milliseconds = performance.now() - start
        const kept = Object.entries(response.headers).filter(([name]) => !CHANGING_HEADERS.has(name))
        const text = Buffer.concat(chunks).toString()
        const content = [response.statusCode, Object.fromEntries(kept), isEncrypted ? text.length : text]
        resolve({ milliseconds, text: JSON.stringify(content) })
      })
    })
    sent.end(body)
  })
}

/** Sets up the situations: the names have the same length, so that only their rows differ. */
async function arrange(pool: pg.Pool, url: string, members: ProofMember[]): Promise<Record<Situation, string>> {
  const [, blocker, deleted] = members
  if (!blocker || !deleted) throw new Error('There are too few members.')
  const names = { blocked: 'Namn aaaa 1', deleted: 'Namn bbbb 2', unknown: 'Namn cccc 3' }
  for (const [{ id }, name] of [[blocker, names.blocked] as const, [deleted, names.deleted] as const])
    await pool.query(
      'update members set "userName" = $2, "nameKey" = lower($2), "nameSearch" = lower($2) where id = $1',
      [id, name],
    )
  const token = await login(url, blocker)
  const response = await fetch(`${url}/api/v2/blocks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userName: members[0]?.userName }),
  })
  if (response.status !== 204) throw new Error(`The block failed: ${response.status}`)
  await pool.query('update members set "deletedAt" = now() where id = $1', [deleted.id])
  await pool.query('vacuum (analyze) members, ignores')
  return names
}

/** Creates a group of the caller, to which they can invite members. */
async function createGroup(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v2/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ groupName: 'Båtfolket', description: 'Vi seglar' }),
  })
  if (response.status !== 201) throw new Error(`The group could not be created: ${response.status}`)
  return ((await response.json()) as { groupId: string }).groupId
}

/**
 * Times requests that name a member who has blocked the caller, a member who has deleted the account, and nobody; in
 * random order, so that changes in the load affect all three alike.
 */
export async function measureTimings({ calls, seed, only }: TimingOptions): Promise<TimingResult[]> {
  const labels = listNamingRequests('', '').map(({ label }) => label)
  const selectedLabels = new Set(selectItems('only', only, labels, (label) => label.includes(only)))
  const stack = await step('Isolated stack', () => startIsolatedStack({ postgresSettings: ['shared_buffers=256MB'] }))
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const random = createRandom(seed)
  try {
    const members = await step('Members', () => insertMembers(pool, MEMBERS))
    const names = await arrange(pool, stack.url, members)
    const token = await login(stack.url, members[0] as ProofMember)
    const groupId = await createGroup(stack.url, token)
    const requests = new Map(SITUATIONS.map((situation) => [situation, listNamingRequests(names[situation], groupId)]))
    const results: TimingResult[] = []
    for (const [index, label] of labels.entries()) {
      if (!selectedLabels.has(label)) continue
      const times: Record<Situation, number[]> = { blocked: [], deleted: [], unknown: [] }
      const responses = new Set<string>()
      const call = async (situation: Situation): Promise<number> => {
        const naming = requests.get(situation)?.[index]
        if (!naming) throw new Error(`There is no request to ${label}.`)
        const { milliseconds, text } = await send(agent, new URL(stack.url), token, naming)
        responses.add(text.replaceAll(names[situation], 'NAME'))
        return milliseconds
      }
      await step(label, async () => {
        for (let count = 0; count < WARM_UP; count++) for (const situation of SITUATIONS) await call(situation)
        for (let count = 0; count < calls; count++) {
          const order = SITUATIONS.map((situation) => ({ situation, key: random() })).sort((a, b) => a.key - b.key)
          for (const { situation } of order) times[situation].push(await call(situation))
        }
      })
      const pairs = [['blocked', 'deleted'] as const, ['blocked', 'unknown'] as const, ['deleted', 'unknown'] as const]
      results.push({
        label,
        medians: { blocked: median(times.blocked), deleted: median(times.deleted), unknown: median(times.unknown) },
        pValues: pairs.map(([one, other]) => ({ pair: `${one}/${other}`, p: mannWhitney(times[one], times[other]) })),
        responses,
      })
    }
    return results
  } finally {
    agent.destroy()
    await pool.end()
  }
}
