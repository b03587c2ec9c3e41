import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@app/contract/text/emails'
import type { Ctx, Member } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { Config } from '@app/server/process/config'
import { networkOf } from '@app/server/process/network'
import type { FastifyRequest } from 'fastify'
import { hashAddress } from '../limits/addresses.ts'
import type { Limits, RateName } from '../limits/limits.ts'
import { findKnownDevice } from './device-cookie.ts'

/** The network address and the cookies sent with a password attempt. */
export type Source = { address: string; cookies: string | undefined }

export const extractSource = ({ ip, headers }: FastifyRequest): Source => ({ address: ip, cookies: headers.cookie })

type Attempt = {
  email: string
  address: string
  from: 'BROWSER' | 'KNOWN_BROWSER' | 'SESSION'
  /** The rate limits that the attempt counts against, with their subjects, in the order in which they are taken. */
  rates: readonly [RateName, string][]
}

const hashEmailKey = (email: string): string => hashAddress(emailKey(email))

/**
 * Describes a login attempt. The network limit is taken first, so that an attempt that it rejects does not use up the
 * account's limits. A browser that has logged in to this account before has a limit of its own, so that no third party
 * can lock it out. All such browsers of an account also share a limit, so that a former holder of the password gains no
 * attempts by using more browsers.
 */
export function describeLoginAttempt(config: Config, email: string, { address, cookies }: Source): Attempt {
  const device = findKnownDevice(config, cookies, email)
  if (device === null)
    return {
      ...{ email, address, from: 'BROWSER' },
      rates: [
        ['wrongLoginsPerAddress', networkOf(address)],
        ['wrongLoginsPerEmail', hashEmailKey(email)],
      ],
    }
  return {
    ...{ email, address, from: 'KNOWN_BROWSER' },
    rates: [
      ['wrongLoginsPerDevice', device],
      ['wrongLoginsOfKnownDevices', hashEmailKey(email)],
    ],
  }
}

/**
 * Describes a password attempt within a session. Logins do not count, so that no third party can lock a member out of
 * their own account. All sessions of an account share a limit, so that stolen sessions do not help to guess the
 * password.
 */
export const describeSessionAttempt = (sessionId: Member['sessionId'], email: string, address: string): Attempt => ({
  ...{ email, address, from: 'SESSION' },
  rates: [
    ['wrongPasswordsPerSession', `${hashEmailKey(email)}-${sessionId}`],
    ['wrongPasswordsOfSessions', hashEmailKey(email)],
  ],
})

/** Takes from each limit in order; if one rejects, refunds the earlier ones. */
async function takeAll(limits: Limits, rates: readonly [RateName, string][]): Promise<() => Promise<void>> {
  const taken: (typeof rates)[number][] = []
  const refund = async () => void (await Promise.all(taken.map(([name, subject]) => limits.refund(name, subject))))
  for (const [name, subject] of rates) {
    await limits.take(name, subject).catch(async (rejection: unknown) => {
      await refund()
      throw rejection
    })
    taken.push([name, subject])
  }
  return refund
}

/**
 * Returns a stable pseudonym of the account for the log. Without the secret it cannot be traced to the email address.
 */
const hashAccountForLog = (secret: string, email: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'login-log', 32)))
    .update(emailKey(email))
    .digest('hex')
    .slice(0, 16)

/**
 * Runs a password check within the limits, logs a failure, and returns the result: undefined for a wrong password. An
 * attempt counts as wrong until the check succeeds, so that concurrent attempts cannot slip past a limit.
 */
export async function attempt<Result>(
  { config, log }: Ctx,
  limits: Limits,
  { email, address, from, rates }: Attempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const logFailure = (message: string) =>
    log.warn({ address, account: hashAccountForLog(config.sessionSecret, email), from }, message)
  const refund = await takeAll(limits, rates).catch((rejection: unknown) => {
    if (rejection instanceof AppError) logFailure('a login was rejected after too many wrong passwords')
    throw rejection
  })
  // A check that failed to run does not prove the password wrong.
  const result = await check().catch(async (error: unknown) => {
    await refund()
    throw error
  })
  if (result === undefined) logFailure('a login failed')
  else await refund()
  return result
}
