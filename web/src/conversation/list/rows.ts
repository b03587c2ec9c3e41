import type { Id } from '@app/contract/base'
import type { Entry } from '../conversation.ts'

/** The message after which the unread messages begin (null: with the first one), and their number. */
export type UnreadStart = { after: Id | null; count: number }

export type AnyRow = { kind: 'day' | 'unread' | 'message' | 'outgoing'; key: string }

/**
 * Returns the row key of a message. Own messages keep their client id, so that the stored message replaces the outgoing
 * one in place.
 */
export const keyOfMessage = ({ mine, clientId, id }: Pick<Entry, 'mine' | 'clientId' | 'id'>): string =>
  mine ? clientId : id

const isEqual = (one: AnyRow, other: AnyRow): boolean => {
  const [fields, otherFields] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return fields.length === otherFields.size && fields.every(([name, value]) => otherFields.get(name) === value)
}

/** Replaces new rows with equal previous ones, so that only changed rows render again. */
export function reuseRows<Row extends AnyRow>(previous: readonly Row[], next: readonly Row[]): readonly Row[] {
  const previousByKey = new Map(previous.map((row) => [row.key, row]))
  return next.map((row) => {
    const previousRow = previousByKey.get(row.key)
    return previousRow && isEqual(previousRow, row) ? previousRow : row
  })
}
