import type { Id } from '@app/contract/base'

/** Whether an address can name a chat at all; the contract says the same. */
export const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text)

/** Message ids are whole numbers in digits, larger than what a number holds exactly. */
export const compareIds = (one: Id, other: Id): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

export const isAfter = (one: Id, other: Id | null): boolean => other === null || compareIds(one, other) > 0

/** The smallest id after this one, whether or not a message has it. */
export const idAfter = (id: Id): Id => String(BigInt(id) + 1n)
