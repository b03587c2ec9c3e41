import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@app/contract/emails'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { networkOf } from '@app/server/network'
import type { FastifyRequest } from 'fastify'
import { hashAddress } from '../limits/addresses.ts'
import type { Limits, RateName } from '../limits/limits.ts'
import { knownDevice } from './device-cookie.ts'

/** The network address and the cookies that a password comes with. */
export type Source = { address: string; cookies: string | undefined }

export const sourceOf = ({ ip, headers }: FastifyRequest): Source => ({ address: ip, cookies: headers.cookie })

type Attempt = { email: string; source: Source }

/** Takes from each limit in turn; one that refuses gives the earlier ones back. */
async function takeAll(limits: Limits, takes: readonly [RateName, string][]): Promise<() => Promise<void>> {
  const taken: (typeof takes)[number][] = []
  const giveBack = async () => void (await Promise.all(taken.map(([name, of]) => limits.giveBack(name, of))))
  for (const [name, of] of takes) {
    await limits.take(name, of).catch(async (refusal: unknown) => {
      await giveBack()
      throw refusal
    })
    taken.push([name, of])
  }
  return giveBack
}

/**
 * Counts an attempt as a wrong one until it turns out right, so that many at once do not slip past the limit. The network
 * comes first: one that is refused cannot use up the attempts of an address. A browser that has logged in to this account
 * before is counted apart, so that no third party can lock it out, and all such browsers of an account together, so that
 * their number does not multiply the attempts of somebody who once knew the password.
 */
function take(limits: Limits, { email, source }: Attempt, device: string | null): Promise<() => Promise<void>> {
  const mailbox = hashAddress(emailKey(email))
  return takeAll(
    limits,
    device === null
      ? [
          ['wrongLoginsPerAddress', networkOf(source.address)],
          ['wrongLoginsPerEmail', mailbox],
        ]
      : [
          ['wrongLoginsPerDevice', device],
          ['wrongLoginsOfKnownDevices', mailbox],
        ],
  )
}

/** Returns a name of the account for the log, the same for every attempt, which only the secret leads back to the address. */
const accountInLog = (secret: string, email: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'login-log', 32)))
    .update(emailKey(email))
    .digest('hex')
    .slice(0, 16)

/** Runs a check of a password within the limits, logs a failure, and returns the result: undefined for a wrong password. */
export async function attempt<Result>(
  { config, log }: Ctx,
  limits: Limits,
  made: Attempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const device = knownDevice(config, made.source.cookies, made.email)
  const fail = (message: string) => {
    const account = accountInLog(config.sessionSecret, made.email)
    log.warn({ address: made.source.address, account, knownDevice: device !== null }, message)
  }
  const giveBack = await take(limits, made, device).catch((refusal: unknown) => {
    if (refusal instanceof AppError) fail('a login was refused after too many wrong passwords')
    throw refusal
  })
  // A check that could not be made says nothing about the password.
  const result = await check().catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (result === undefined) fail('a login failed')
  else await giveBack()
  return result
}
