import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { OwnStack } from '../common/own-stack.ts'
import { bearer, post, read } from './calls.ts'
import type { Figure } from './figures.ts'
import { logStatementsOf, type Sample, type Statement } from './statements.ts'
import type { Caller } from './world.ts'

/** Limits and similar parameters are smaller. */
const SMALL_ID_MAX = 100

const ATTEMPTS = 10

type CaptureOptions = {
  about: 'member' | 'chat'
  sample: () => Sample
  call: (sample: Sample) => Promise<unknown>
}

/**
 * Records the statements of a call. Connections start to log once they have reloaded the setting, so first calls may
 * yield none.
 */
export async function captureStatements(
  pool: pg.Pool,
  stack: OwnStack,
  { about, sample: createSample, call }: CaptureOptions,
): Promise<Statement[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sample = createSample()
    const logFile = join(stack.folder, 'logs/postgres.log')
    const statements = await logStatementsOf(pool, logFile, { sample, about, call: () => call(sample) })
    if (statements.length > 0) return statements
  }
  throw new Error('PostgreSQL does not log the statements of the product.')
}

/** Returns the figure of the number of statements of a call, without the session's, with its maximum. */
export const statementsFigure = (what: string, { length }: Statement[], atMost: number): Figure => ({
  what: `statements of a call: ${what}`,
  unit: '',
  ours: length,
  atMost,
})

/**
 * Writes the statements that the product runs for each call to a file for the bare server, and returns figures of how
 * many they are.
 */
export async function recordStatements(
  pool: pg.Pool,
  stack: OwnStack,
  callers: Caller[],
): Promise<{ file: string; figures: Figure[] }> {
  const { caller, chat } = pickCaller(callers)
  const api = `${stack.url}/api/v2/chats`
  const headers = bearer(caller.token)
  const write = ({ text, clientId }: Sample) => post(`${api}/${chat}`, { message: text, clientId }, headers)

  const newSample = () => ({ member: caller.id, chat, text: 'Ett meddelande som prov', clientId: randomUUID() })
  const capture = (about: 'member' | 'chat', call: (sample: Sample) => Promise<unknown>, sample = newSample) =>
    captureStatements(pool, stack, { about, sample, call })

  const list = await capture('member', () => read(api, headers))
  const page = await capture('chat', () => read(`${api}/${chat}`, headers))
  const send = await capture('chat', write)
  const stored = newSample()
  await write(stored)
  const resend = await capture('chat', write, () => stored)
  const file = join(stack.folder, 'statements.json')
  writeFileSync(file, JSON.stringify({ list, page, send }))
  const figures = [
    statementsFigure('send a message', send, 1),
    statementsFigure('send it again', resend, 2),
    statementsFigure('chat list', list, 1),
    statementsFigure('message page', page, 2),
  ]
  return { file, figures }
}

/** Picks a member and a chat whose ids differ from each other and from all other parameters of a statement. */
function pickCaller(callers: Caller[]): { caller: Caller; chat: string } {
  for (const caller of callers.filter(({ id }) => Number(id) > SMALL_ID_MAX)) {
    const chat = caller.chatIds.find((id) => Number(id) > SMALL_ID_MAX && id !== caller.id)
    if (chat) return { caller, chat }
  }
  throw new Error('There are too few members and chats.')
}
