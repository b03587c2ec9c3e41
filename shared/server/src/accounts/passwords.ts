import { isPersonalPassword, NewPassword } from '@app/contract/members/members'
import type { Problem } from '@app/contract/text/problems'
import { hash, verify } from '@node-rs/argon2'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The cost of argon2id, the library's default algorithm; memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a random password, verified if there is no account, so that a login with an unknown email address takes
 * as long as one with a known address.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$kMNJaser+zBe6CCaYQQNYQ$tRoh+6d0fRJiqJIWrQsUQcLws5btf14jOeyBp+BCQ1k'

const CONCURRENT_HASHES_MAX = 4
const QUEUED_CALLERS_MAX = 200
const RETRY_AFTER_SECONDS = 5

let freeSlots = CONCURRENT_HASHES_MAX
const queuedCallers: (() => void)[] = []

/**
 * Runs work in one of a few slots, since each hash occupies 19 MiB and a core. Throws UNAVAILABLE if too many callers
 * are queued.
 */
async function withHashingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queuedCallers.length >= QUEUED_CALLERS_MAX) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  if (freeSlots > 0) freeSlots -= 1
  else await new Promise<void>((resolve) => queuedCallers.push(resolve))
  try {
    return await work()
  } finally {
    const next = queuedCallers.shift()
    if (next) next()
    else freeSlots += 1
  }
}

/** Normalizes a password, so that the same letters match however the keyboard composed them. */
const normalizePassword = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(normalizePassword(password), COST))

/** Returns whether a password matches a stored hash. Without a hash it takes equally long and returns false. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isMatch = await withHashingSlot(() => verify(storedHash ?? DUMMY_HASH, normalizePassword(password)))
  return isMatch && storedHash !== undefined
}

function findPasswordProblem(password: string, owner: { email: string; userName: string }): Problem | null {
  const { error } = z.safeParse(NewPassword, password)
  if (error) return (error.issues[0]?.message ?? 'field.invalid') as Problem
  if (isCommonPassword(password)) return 'password.common'
  return isPersonalPassword(normalizePassword(password), owner.email, owner.userName) ? 'password.personal' : null
}

/**
 * Throws VALIDATION at the field `path` for a new password that is too short, too long, too common or contains its
 * owner's email address or name.
 */
export function requireGoodPassword(
  password: string,
  owner: { email: string; userName: string },
  path = 'password',
): void {
  const problem = findPasswordProblem(password, owner)
  if (problem) throw new AppError('VALIDATION', { fields: [{ path, problem }] })
}
