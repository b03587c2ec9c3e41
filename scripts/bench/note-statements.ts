import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { OwnStack } from '../proving/own-stack.ts'
import { bearer, post } from './calls.ts'
import { type Sample, type Statement, watchStatements } from './statements.ts'
import type { Caller } from './world.ts'

/** Limits and the like are smaller. */
const SMALL = 100

const ATTEMPTS = 10

type Watched = {
  about: 'member' | 'chat'
  sample: () => Sample
  call: (sample: Sample) => Promise<unknown>
}

/** What a call asks the database for. Connections begin to log when they have heard that they should, so the first calls may leave nothing. */
export async function watchForCall(
  pool: pg.Pool,
  stack: OwnStack,
  { about, sample: makeSample, call }: Watched,
): Promise<Statement[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sample = makeSample()
    const logFile = join(stack.folder, 'logs/postgres.log')
    const statements = await watchStatements(pool, logFile, { sample, about, call: () => call(sample) })
    if (statements.length > 0) return statements
  }
  throw new Error('PostgreSQL does not log what the product asks for.')
}

/** Writes down what the product asks the database for each of the calls, for the bare server to ask too. */
export async function noteStatements(pool: pg.Pool, stack: OwnStack, callers: Caller[]): Promise<string> {
  const { caller, chat } = tellable(callers)
  const api = `${stack.url}/api/v2/chats`
  const get = async (path: string) => (await fetch(`${api}${path}`, { headers: bearer(caller.token) })).text()

  const sample = () => ({ member: caller.id, chat, text: 'Ett meddelande som prov', clientId: randomUUID() })
  const watch = (about: 'member' | 'chat', call: (sample: Sample) => Promise<unknown>) =>
    watchForCall(pool, stack, { about, sample, call })

  const statements = {
    list: await watch('member', () => get('')),
    page: await watch('chat', () => get(`/${chat}`)),
    send: await watch('chat', ({ text, clientId }) =>
      post(`${api}/${chat}`, { message: text, clientId }, bearer(caller.token)),
    ),
  }
  const counts = Object.entries(statements).map(([name, list]) => `${name} ${list.length}`)
  console.log(`  Statements beside the session's: ${counts.join(', ')}`)
  const file = join(stack.folder, 'statements.json')
  writeFileSync(file, JSON.stringify(statements))
  return file
}

/** A member and a chat whose ids stand for nothing else in a statement, nor for each other. */
function tellable(callers: Caller[]): { caller: Caller; chat: string } {
  for (const caller of callers.filter(({ id }) => Number(id) > SMALL)) {
    const chat = caller.chatIds.find((id) => Number(id) > SMALL && id !== caller.id)
    if (chat) return { caller, chat }
  }
  throw new Error('There are too few members and chats.')
}
