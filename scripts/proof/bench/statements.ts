import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** A parameter of a statement: a value of the request, the current time, or a constant. */
export type Parameter =
  | { kind: 'member' | 'chat' | 'text' | 'clientId' | 'now' }
  | { kind: 'fixed'; value: string | null }

export type Statement = { text: string; parameters: Parameter[] }

/** The values of the recorded request, all different, so that they can be recognized among the parameters. */
export type Sample = { member: string; chat: string; text: string; clientId: string }

/** The name of the prepared statement that looks up the session if age checks are off, as in the benchmark. */
const SESSION_LOOKUP = 'find-session'
const LOG_TIMEOUT_MS = 5_000
/** The time in which most connections reload a changed setting. */
const RELOAD_DELAY_MS = 100

/**
 * Sends a request and returns the statements that the product ran for it, except the session lookup. Reads them from
 * PostgreSQL's log, so that the baseline server always runs the current statements. Keeps only the statements with the
 * sample's `selectBy` value among their parameters.
 */
export async function readLoggedStatements(
  pool: pg.Pool,
  logFile: string,
  { sample, selectBy, sendRequest }: { sample: Sample; selectBy: keyof Sample; sendRequest: () => Promise<unknown> },
): Promise<Statement[]> {
  await setStatementLog(pool, true)
  const before = (await readFile(logFile, 'utf8')).length
  await sendRequest()
  const marker = `marker ${Math.random()}`
  await pool.query(`select '${marker}'`)
  const log = await readLogUntil(logFile, before, marker)
  await setStatementLog(pool, false)
  return parseEntries(log)
    .filter(({ name, values }) => name !== SESSION_LOOKUP && values.includes(sample[selectBy]))
    .map(({ text, values }) => ({ text, parameters: values.map((value) => classifyValue(value, sample)) }))
}

async function setStatementLog(pool: pg.Pool, isEnabled: boolean): Promise<void> {
  await pool.query(isEnabled ? `alter system set log_statement = 'all'` : 'alter system reset log_statement')
  await pool.query('select pg_reload_conf()')
  const expected = isEnabled ? 'all' : 'none'
  for (let current = ''; current !== expected; await pause(20))
    current = (await pool.query<{ log_statement: string }>('show log_statement')).rows[0]?.log_statement ?? ''
  if (isEnabled) await pause(RELOAD_DELAY_MS)
}

async function readLogUntil(logFile: string, from: number, marker: string): Promise<string> {
  for (const deadline = Date.now() + LOG_TIMEOUT_MS; Date.now() < deadline; await pause(20)) {
    const log = (await readFile(logFile, 'utf8')).slice(from)
    if (log.includes(marker)) return log
  }
  throw new Error(`PostgreSQL did not log the marker within ${LOG_TIMEOUT_MS} ms.`)
}

/** Each entry of the log starts with this prefix; a line without it continues the entry. */
const ENTRY_PREFIX = /^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /

function parseEntries(log: string): { name: string; text: string; values: (string | null)[] }[] {
  const entries = log.split('\n').reduce<string[]>((entries, line) => {
    if (ENTRY_PREFIX.test(line)) entries.push(line.replace(ENTRY_PREFIX, ''))
    else if (entries.length > 0) entries.push(`${entries.pop()}\n${line}`)
    return entries
  }, [])
  return entries.flatMap((entry, index) => {
    const [, name, text] = /^LOG: {2}execute (\S+): ([\s\S]*)$/.exec(entry) ?? []
    const detail = /^DETAIL: {2}Parameters: ([\s\S]*)$/i.exec(entries[index + 1] ?? '')?.[1] ?? ''
    return name && text ? [{ name, text: text.trim(), values: parseValues(detail) }] : []
  })
}

const parseValues = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null)

function classifyValue(value: string | null, sample: Sample): Parameter {
  const kind = (Object.keys(sample) as (keyof Sample)[]).find((name) => sample[name] === value)
  if (kind) return { kind }
  return value && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? { kind: 'now' } : { kind: 'fixed', value }
}

/** Returns the parameter values of a statement for another request of the same kind. */
export const fillParameters = ({ parameters }: Statement, values: Partial<Sample>): (string | null)[] =>
  parameters.map((parameter) => {
    if (parameter.kind === 'fixed') return parameter.value
    return parameter.kind === 'now' ? new Date().toISOString() : (values[parameter.kind] ?? null)
  })
