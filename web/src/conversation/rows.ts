import type { Id } from '@app/contract/base'
import type { Entry } from './conversation.ts'

/** Where the new messages began when the conversation was opened, and how many there were. */
export type UnreadStart = { after: Id | null; count: number }

export type AnyRow = { kind: 'day' | 'unread' | 'message' | 'outgoing'; key: string }

/** Mine keep their place in the page when the server's version takes over from the one that was on its way. */
export const keyOfMessage = ({ mine, clientId, id }: Pick<Entry, 'mine' | 'clientId' | 'id'>): string =>
  mine ? clientId : id

const isSame = (one: AnyRow, other: AnyRow): boolean => {
  const [before, now] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return before.length === now.size && before.every(([name, value]) => now.get(name) === value)
}

/** Rows that are as they were stay the same objects, so that only the others are drawn again. */
export function reuseRows<Row extends AnyRow>(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return now.map((row) => {
    const same = known.get(row.key)
    return same && isSame(same, row) ? same : row
  })
}
