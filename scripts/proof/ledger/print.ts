import { percentile } from '../bench/measurements.ts'
import type { ClientState, Line } from './audit.ts'
import type { KillReport } from './fault-injector.ts'
import type { Entry } from './sender.ts'

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

export function printKill(start: number, { victim, pid, isEmptied, recoveryMs }: KillReport): void {
  const name = isEmptied ? `${victim}, emptied` : victim
  const killTime = formatSeconds(performance.now() - start - recoveryMs)
  console.log(
    `  ${killTime.padStart(8)}  kill -9 ${String(pid).padEnd(8)} ${name.padEnd(16)} back after ${formatSeconds(recoveryMs)}`,
  )
}

export const isAsExpected = ({ expected, found }: Line): boolean => expected === found

export function printLedger(lines: Line[]): void {
  const width = Math.max(...lines.map(({ title }) => title.length))
  console.log(`\n    ${'Ledger'.padEnd(width)}  expected     found`)
  for (const line of lines) {
    const { title, expected, found, examples } = line
    const mark = isAsExpected(line) ? '✓' : '✗'
    console.log(`  ${mark} ${title.padEnd(width)}  ${String(expected).padStart(8)}  ${String(found).padStart(8)}`)
    if (!isAsExpected(line)) for (const example of examples) console.log(`      ${example}`)
  }
}

/** Prints statistics of the clients during the run. */
export function printClientStatistics(entries: Entry[], clients: ClientState[], duration: number): void {
  const total = (getCount: (client: ClientState) => number) =>
    clients.reduce((sum, client) => sum + getCount(client), 0)
  const duplicates = total(({ viewer }) =>
    [...viewer.chatViews.values()].reduce((sum, chatView) => sum + chatView.duplicates, 0),
  )
  const delays = clients
    .flatMap(({ viewer }) =>
      entries.flatMap(({ chatId, acknowledged }) => {
        const shownAt = acknowledged && viewer.chatViews.get(chatId)?.shownAt.get(acknowledged.message.id)
        return shownAt ? [Math.max(0, shownAt - acknowledged.at)] : []
      }),
    )
    .sort((a, b) => a - b)
  const facts = [
    ['duration', formatSeconds(duration)],
    ['repeated sends', String(entries.reduce((sum, { attempts }) => sum + attempts - 1, 0))],
    ['connections', String(total(({ viewer }) => viewer.counts.connects))],
    ['requests for missed changes', String(total(({ viewer }) => viewer.counts.resyncs))],
    ['gaps in pushes', String(total(({ viewer }) => viewer.counts.gaps))],
    ['received again, shown once', String(duplicates)],
    [
      'shown after the response',
      `p50 ${formatSeconds(percentile(delays, 0.5))}, p99 ${formatSeconds(percentile(delays, 0.99))}, at most ${formatSeconds(delays.at(-1) ?? 0)}`,
    ],
  ]
  console.log()
  for (const [title, text] of facts) console.log(`    ${String(title).padEnd(28)}${text}`)
}
