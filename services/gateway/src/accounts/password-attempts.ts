import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@app/contract/text/emails'
import type { Member } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { Config } from '@app/server/process/config'
import { getNetwork } from '@app/server/process/network'
import type { FastifyRequest } from 'fastify'
import type { GatewayCtx } from '../context.ts'
import { hashEmail } from '../limits/email-hash.ts'
import type { WindowRateName } from '../limits/limits.ts'
import { findKnownBrowserId } from './device-cookie.ts'

/** The IP address and the cookies of a request that contains a password. */
export type AttemptSource = { ipAddress: string; cookies: string | undefined }

export const extractSource = ({ ip, headers }: FastifyRequest): AttemptSource => ({
  ipAddress: ip,
  cookies: headers.cookie,
})

type Attempt = {
  email: string
  ipAddress: string
  client: 'BROWSER' | 'KNOWN_BROWSER' | 'SESSION'
  /** The rate limits that the attempt counts against, with their subjects, in the order in which they are taken. */
  rates: readonly [WindowRateName, string][]
}

const hashEmailKey = (email: string): string => hashEmail(emailKey(email))

/**
 * Returns a login attempt with its rate limits. The network's limit is first, so that an attempt that it rejects does
 * not use up the account's limit. A browser that has logged in to this account before has a limit of its own, so that
 * no third party can lock it out. All such browsers of an account also share a limit, so that a former holder of the
 * password gains no attempts by using more browsers.
 */
export function describeLoginAttempt(config: Config, email: string, { ipAddress, cookies }: AttemptSource): Attempt {
  const browserId = findKnownBrowserId(config, cookies, email)
  if (browserId === null)
    return {
      email,
      ipAddress,
      client: 'BROWSER',
      rates: [
        ['wrongLoginsPerNetwork', getNetwork(ipAddress)],
        ['wrongLoginsPerEmail', hashEmailKey(email)],
      ],
    }
  return {
    email,
    ipAddress,
    client: 'KNOWN_BROWSER',
    rates: [
      ['wrongLoginsPerKnownBrowser', browserId],
      ['wrongLoginsOfKnownBrowsers', hashEmailKey(email)],
    ],
  }
}

/**
 * Returns a password attempt within a session. Logins do not count against its limits, so that no third party can lock
 * a member out of their own account. All sessions of an account share a limit, so that stolen sessions do not help to
 * guess the password.
 */
export const describeSessionAttempt = (sessionId: Member['sessionId'], email: string, ipAddress: string): Attempt => ({
  email,
  ipAddress,
  client: 'SESSION',
  rates: [
    ['wrongPasswordsPerSession', `${hashEmailKey(email)}-${sessionId}`],
    ['wrongPasswordsOfSessions', hashEmailKey(email)],
  ],
})

/**
 * Takes each rate limit in order; if one rejects, refunds the earlier ones. Returns a function that refunds them all,
 * for use after a correct password.
 */
async function takeRates(
  { limits }: GatewayCtx,
  rates: readonly [WindowRateName, string][],
): Promise<() => Promise<void>> {
  const takenRates: (typeof rates)[number][] = []
  const refund = async () => void (await Promise.all(takenRates.map(([name, subject]) => limits.refund(name, subject))))
  for (const [name, subject] of rates) {
    await limits.take(name, subject).catch(async (rejection: unknown) => {
      await refund()
      throw rejection
    })
    takenRates.push([name, subject])
  }
  return refund
}

/** Returns a stable pseudonym of the account, which reveals the email address only to a holder of the secret. */
const hashAccountForLog = (secret: string, email: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'login-log', 32)))
    .update(emailKey(email))
    .digest('hex')
    .slice(0, 16)

/**
 * Runs a password check within the attempt's limits and returns its result, which is undefined for a wrong password.
 * Logs failures. An attempt counts as wrong until the check succeeds, so that concurrent attempts cannot exceed a
 * limit.
 */
export async function runAttempt<Result>(
  ctx: GatewayCtx,
  { email, ipAddress, client, rates }: Attempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const logFailure = (message: string) =>
    ctx.log.warn(
      { address: ipAddress, account: hashAccountForLog(ctx.config.sessionSecret, email), from: client },
      message,
    )
  const refund = await takeRates(ctx, rates).catch((rejection: unknown) => {
    if (rejection instanceof AppError) logFailure('a password was rejected after too many wrong ones')
    throw rejection
  })
  // An attempt whose check fails to run, for example in an overload, does not count.
  const result = await check().catch(async (error: unknown) => {
    await refund()
    throw error
  })
  if (result === undefined) logFailure('a wrong password was entered')
  else await refund()
  return result
}
