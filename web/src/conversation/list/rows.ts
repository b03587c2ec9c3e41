import type { Id } from '@app/contract/base'
import type { Entry } from '../conversation.ts'

/** The position of the first new message when the conversation was opened, and their number. */
export type UnreadStart = { after: Id | null; count: number }

export type AnyRow = { kind: 'day' | 'unread' | 'message' | 'outgoing'; key: string }

/**
 * Returns the row key of a message. Own messages keep their client id, so that the stored message replaces the outgoing
 * one in place.
 */
export const keyOfMessage = ({ mine, clientId, id }: Pick<Entry, 'mine' | 'clientId' | 'id'>): string =>
  mine ? clientId : id

const isSame = (one: AnyRow, other: AnyRow): boolean => {
  const [before, now] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return before.length === now.size && before.every(([name, value]) => now.get(name) === value)
}

/** Keeps the objects of unchanged rows, so that only the others render again. */
export function reuseRows<Row extends AnyRow>(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return now.map((row) => {
    const same = known.get(row.key)
    return same && isSame(same, row) ? same : row
  })
}
