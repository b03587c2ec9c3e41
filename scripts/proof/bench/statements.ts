import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** A parameter of a statement: a value of the call, the current time, or a constant. */
export type Parameter =
  | { kind: 'member' | 'chat' | 'text' | 'clientId' | 'now' }
  | { kind: 'fixed'; value: string | null }

export type Statement = { text: string; parameters: Parameter[] }

/** The values of the recorded call, all of them different. */
export type Sample = { member: string; chat: string; text: string; clientId: string }

const SESSION = 'find-session'
const LOG_TIMEOUT = 5_000
/** Milliseconds until every connection has reloaded a changed setting. */
const RELOAD_DELAY = 100

/**
 * Returns the SQL that the product itself runs for a call, without the session's, read from PostgreSQL's log, so that
 * the bare server always runs the current statements. `about` selects the statements that have this value as a
 * parameter.
 */
export async function logStatementsOf(
  pool: pg.Pool,
  logFile: string,
  { sample, about, call }: { sample: Sample; about: keyof Sample; call: () => Promise<unknown> },
): Promise<Statement[]> {
  await setStatementLog(pool, true)
  const before = (await readFile(logFile, 'utf8')).length
  await call()
  const marker = `seen ${Math.random()}`
  await pool.query(`select '${marker}'`)
  const log = await readLogUntil(logFile, before, marker)
  await setStatementLog(pool, false)
  return parseEntries(log)
    .filter(({ name, values }) => name !== SESSION && values.includes(sample[about]))
    .map(({ text, values }) => ({ text, parameters: values.map((value) => parameterOf(value, sample)) }))
}

async function setStatementLog(pool: pg.Pool, on: boolean): Promise<void> {
  await pool.query(on ? `alter system set log_statement = 'all'` : 'alter system reset log_statement')
  await pool.query('select pg_reload_conf()')
  const wanted = on ? 'all' : 'none'
  for (let now = ''; now !== wanted; await pause(20))
    now = (await pool.query<{ log_statement: string }>('show log_statement')).rows[0]?.log_statement ?? ''
  if (on) await pause(RELOAD_DELAY)
}

async function readLogUntil(logFile: string, from: number, marker: string): Promise<string> {
  for (const deadline = Date.now() + LOG_TIMEOUT; Date.now() < deadline; await pause(20)) {
    const log = (await readFile(logFile, 'utf8')).slice(from)
    if (log.includes(marker)) return log
  }
  throw new Error('PostgreSQL does not log its statements.')
}

/** Starts each entry of the log; lines without it continue the entry. */
const STAMP = /^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /

function parseEntries(log: string): { name: string; text: string; values: (string | null)[] }[] {
  const lines = log.split('\n').reduce<string[]>((entries, line) => {
    if (STAMP.test(line)) entries.push(line.replace(STAMP, ''))
    else if (entries.length > 0) entries.push(`${entries.pop()}\n${line}`)
    return entries
  }, [])
  return lines.flatMap((line, index) => {
    const [, name, text] = /^LOG: {2}execute (\S+): ([\s\S]*)$/.exec(line) ?? []
    const detail = /^DETAIL: {2}Parameters: ([\s\S]*)$/i.exec(lines[index + 1] ?? '')?.[1] ?? ''
    return name && text ? [{ name, text: text.trim(), values: parseValues(detail) }] : []
  })
}

const parseValues = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null)

function parameterOf(value: string | null, sample: Sample): Parameter {
  const kind = (Object.keys(sample) as (keyof Sample)[]).find((name) => sample[name] === value)
  if (kind) return { kind }
  return value && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? { kind: 'now' } : { kind: 'fixed', value }
}

/** Returns the parameter values of a statement for another call of the same kind. */
export const valuesFor = ({ parameters }: Statement, call: Partial<Sample>): (string | null)[] =>
  parameters.map((parameter) => {
    if (parameter.kind === 'fixed') return parameter.value
    return parameter.kind === 'now' ? new Date().toISOString() : (call[parameter.kind] ?? null)
  })
