import type { Id } from '@app/contract/base'
import { ID_PATTERN } from '@app/contract/limits'

/** Returns whether a text, such as a part of a URL, is a valid id. */
export const isId = (text: string): boolean => ID_PATTERN.test(text)

/** Compares ids: decimal integers that may exceed the exact range of a number. */
export const compareIds = (one: Id, other: Id): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** Returns whether an id is after another one; every id is after null. */
export const isAfter = (one: Id, other: Id | null): boolean => other === null || compareIds(one, other) > 0

/** Returns the smallest id after this one, whether or not a message has it. */
export const idAfter = (id: Id): Id => String(BigInt(id) + 1n)
