import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@app/contract/emails'
import type { Config } from '@app/server/config'
import type { Ctx, Member } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { networkOf } from '@app/server/network'
import type { FastifyRequest } from 'fastify'
import { hashAddress } from '../limits/addresses.ts'
import type { Limits, RateName } from '../limits/limits.ts'
import { knownDevice } from './device-cookie.ts'

/** The network address and the cookies that a password comes with. */
export type Source = { address: string; cookies: string | undefined }

export const readSource = ({ ip, headers }: FastifyRequest): Source => ({ address: ip, cookies: headers.cookie })

type Attempt = {
  email: string
  address: string
  from: 'BROWSER' | 'KNOWN_BROWSER' | 'SESSION'
  /** The limits that it counts against, in the order in which they are taken. */
  counts: readonly [RateName, string][]
}

const hashMailbox = (email: string): string => hashAddress(emailKey(email))

/**
 * A login. The network counts first: an attempt that it refuses cannot use up those of an account. A browser that has logged
 * in to this account before counts apart, so that no third party can lock it out, and all such browsers of an account
 * together, so that their number does not multiply the attempts of somebody who once knew the password.
 */
export function describeLoginAttempt(config: Config, email: string, { address, cookies }: Source): Attempt {
  const device = knownDevice(config, cookies, email)
  if (device === null)
    return {
      ...{ email, address, from: 'BROWSER' },
      counts: [
        ['wrongLoginsPerAddress', networkOf(address)],
        ['wrongLoginsPerEmail', hashMailbox(email)],
      ],
    }
  return {
    ...{ email, address, from: 'KNOWN_BROWSER' },
    counts: [
      ['wrongLoginsPerDevice', device],
      ['wrongLoginsOfKnownDevices', hashMailbox(email)],
    ],
  }
}

/**
 * A password that a member repeats in a session. Logins of others do not count, so that nobody locks a member out of their
 * own account; the sessions of an account count together, so that stolen ones are no way to guess its password.
 */
export const describeSessionAttempt = (sessionId: Member['sessionId'], email: string, address: string): Attempt => ({
  ...{ email, address, from: 'SESSION' },
  counts: [
    ['wrongPasswordsPerSession', `${hashMailbox(email)}-${sessionId}`],
    ['wrongPasswordsOfSessions', hashMailbox(email)],
  ],
})

/** Takes from each limit in turn; one that refuses gives the earlier ones back. */
async function takeAll(limits: Limits, rates: readonly [RateName, string][]): Promise<() => Promise<void>> {
  const taken: (typeof rates)[number][] = []
  const refund = async () => void (await Promise.all(taken.map(([name, subject]) => limits.refund(name, subject))))
  for (const [name, subject] of rates) {
    await limits.take(name, subject).catch(async (refusal: unknown) => {
      await refund()
      throw refusal
    })
    taken.push([name, subject])
  }
  return refund
}

/** Returns a name of the account for the log, the same for every attempt, which only the secret leads back to the address. */
const hashAccountForLog = (secret: string, email: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'login-log', 32)))
    .update(emailKey(email))
    .digest('hex')
    .slice(0, 16)

/**
 * Runs a check of a password within the limits, logs a failure, and returns the result: undefined for a wrong password.
 * An attempt counts as a wrong one until it turns out right, so that many at once do not slip past a limit.
 */
export async function attempt<Result>(
  { config, log }: Ctx,
  limits: Limits,
  { email, address, from, counts }: Attempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const logFailure = (message: string) =>
    log.warn({ address, account: hashAccountForLog(config.sessionSecret, email), from }, message)
  const refund = await takeAll(limits, counts).catch((refusal: unknown) => {
    if (refusal instanceof AppError) logFailure('a login was refused after too many wrong passwords')
    throw refusal
  })
  // A check that could not be made says nothing about the password.
  const result = await check().catch(async (error: unknown) => {
    await refund()
    throw error
  })
  if (result === undefined) logFailure('a login failed')
  else await refund()
  return result
}
