import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { IsolatedStack } from '../common/isolated-stack.ts'
import { bearer, get, post } from './http.ts'
import type { Measurement } from './measurements.ts'
import { readLoggedStatements, type Sample, type Statement } from './statements.ts'
import type { Caller } from './world.ts'

/** Ids up to this one may equal other parameters of a statement, such as a limit. */
export const SMALL_ID_MAX = 100

const ATTEMPTS = 10

type CaptureOptions = {
  /** Only statements with this value of the sample among their parameters are recorded. */
  selectBy: 'member' | 'chat'
  createSample: () => Sample
  sendRequest: (sample: Sample) => Promise<unknown>
}

/**
 * Records the statements that the product runs for a request. Each connection starts to log once it has reloaded the
 * setting, so the first requests may record no statements.
 */
export async function captureStatements(
  pool: pg.Pool,
  stack: IsolatedStack,
  { selectBy, createSample, sendRequest }: CaptureOptions,
): Promise<Statement[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sample = createSample()
    const logFile = join(stack.folder, 'logs/postgres.log')
    const options = { sample, selectBy, sendRequest: () => sendRequest(sample) }
    const statements = await readLoggedStatements(pool, logFile, options)
    if (statements.length > 0) return statements
  }
  throw new Error(`PostgreSQL logged no statement of the request in ${ATTEMPTS} attempts.`)
}

/** Returns the number of statements that a request runs, except the session lookup, with its allowed maximum. */
export const measureStatementCount = (label: string, { length }: Statement[], atMost: number): Measurement => ({
  label: `statements per request: ${label}`,
  unit: '',
  product: length,
  atMost,
})

/**
 * Writes the statements that the product runs for each request to a file for the baseline server, and returns their
 * counts.
 */
export async function recordStatements(
  pool: pg.Pool,
  stack: IsolatedStack,
  callers: Caller[],
): Promise<{ file: string; measurements: Measurement[] }> {
  const { caller, chat } = pickCaller(callers)
  const api = `${stack.url}/api/v2/chats`
  const headers = bearer(caller.token)
  const send = ({ text, clientId }: Sample) => post(`${api}/${chat}`, { message: text, clientId }, headers)

  const newSample = () => ({ member: caller.id, chat, text: 'Ett meddelande som prov', clientId: randomUUID() })
  const capture = (
    selectBy: CaptureOptions['selectBy'],
    sendRequest: CaptureOptions['sendRequest'],
    createSample = newSample,
  ) => captureStatements(pool, stack, { selectBy, createSample, sendRequest })

  const listStatements = await capture('member', () => get(api, headers))
  const pageStatements = await capture('chat', () => get(`${api}/${chat}`, headers))
  const sendStatements = await capture('chat', send)
  const sentSample = newSample()
  await send(sentSample)
  const resendStatements = await capture('chat', send, () => sentSample)
  const file = join(stack.folder, 'statements.json')
  writeFileSync(file, JSON.stringify({ list: listStatements, page: pageStatements, send: sendStatements }))
  const measurements = [
    measureStatementCount('send a message', sendStatements, 1),
    measureStatementCount('send it again', resendStatements, 2),
    measureStatementCount('chat list', listStatements, 1),
    measureStatementCount('message page', pageStatements, 2),
  ]
  return { file, measurements }
}

/** Picks a member and a chat whose ids differ from each other and from all other parameters of a statement. */
function pickCaller(callers: Caller[]): { caller: Caller; chat: string } {
  for (const caller of callers.filter(({ id }) => Number(id) > SMALL_ID_MAX)) {
    const chat = caller.chatIds.find((id) => Number(id) > SMALL_ID_MAX && id !== caller.id)
    if (chat) return { caller, chat }
  }
  throw new Error('There are too few members and chats.')
}
