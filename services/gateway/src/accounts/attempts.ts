import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@app/contract/emails'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { networkOf } from '@app/server/network'
import type { FastifyRequest } from 'fastify'
import { hashAddress } from '../limits/addresses.ts'
import type { Limits } from '../limits/limits.ts'
import { knownDevice } from './device-cookie.ts'

/** The network address and the cookies that a password comes with. */
export type Source = { address: string; cookies: string | undefined }

export const sourceOf = ({ ip, headers }: FastifyRequest): Source => ({ address: ip, cookies: headers.cookie })

type Attempt = { email: string; source: Source }

/**
 * Counts an attempt as a wrong one until it turns out right, so that many at once do not slip past the limit. The network
 * comes first: one that is refused cannot use up the attempts of an address. A browser that has logged in to this account
 * before is counted by itself alone, so that no third party can lock it out.
 */
async function take(limits: Limits, { email, source }: Attempt, device: string | null): Promise<() => Promise<void>> {
  if (device !== null) {
    await limits.take('wrongLoginsPerDevice', device)
    return () => limits.giveBack('wrongLoginsPerDevice', device)
  }
  const [mailbox, network] = [hashAddress(emailKey(email)), networkOf(source.address)]
  const giveNetworkBack = () => limits.giveBack('wrongLoginsPerAddress', network)
  await limits.take('wrongLoginsPerAddress', network)
  await limits.take('wrongLoginsPerEmail', mailbox).catch(async (refusal: unknown) => {
    await giveNetworkBack()
    throw refusal
  })
  return async () => void (await Promise.all([giveNetworkBack(), limits.giveBack('wrongLoginsPerEmail', mailbox)]))
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
