import { isPersonalPassword, NewPassword } from '@app/contract/members/members'
import type { Problem } from '@app/contract/text/problems'
import { hash, verify } from '@node-rs/argon2'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The cost of argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash of an unknown password, verified if there is no account, so that unknown email addresses take as long as known
 * ones.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$kMNJaser+zBe6CCaYQQNYQ$tRoh+6d0fRJiqJIWrQsUQcLws5btf14jOeyBp+BCQ1k'

const CONCURRENCY = 4
const WAITING_MAX = 200

let freeSlots = CONCURRENCY
const waiters: (() => void)[] = []

/**
 * Runs work in one of a few slots, since hashing takes memory and a core. Throws UNAVAILABLE if too many callers wait.
 */
async function withHashingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiters.length >= WAITING_MAX) throw new AppError('UNAVAILABLE', { retryAfter: 5 })
  if (freeSlots > 0) freeSlots -= 1
  else await new Promise<void>((resolve) => waiters.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiters.shift()
    if (next) next()
    else freeSlots += 1
  }
}

/** Normalizes a password, so that the same letters match however the keyboard composed them. */
const normalizePassword = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(normalizePassword(password), COST))

/** Returns whether a password is correct. Without an account it takes as long and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const isMatch = await withHashingSlot(() => verify(stored ?? DUMMY_HASH, normalizePassword(password)))
  return isMatch && stored !== undefined
}

function findPasswordProblem(password: string, owner: { email: string; userName: string }): Problem | null {
  const { error } = z.safeParse(NewPassword, password)
  if (error) return (error.issues[0]?.message ?? 'field.invalid') as Problem
  if (isCommonPassword(password)) return 'password.common'
  return isPersonalPassword(normalizePassword(password), owner.email, owner.userName) ? 'password.personal' : null
}

/**
 * Throws VALIDATION at the field `path` for a new password that is too short, too long, too common or contains its
 * owner's data.
 */
export function requireGoodPassword(
  password: string,
  owner: { email: string; userName: string },
  path = 'password',
): void {
  const problem = findPasswordProblem(password, owner)
  if (problem) throw new AppError('VALIDATION', { fields: [{ path, problem }] })
}
