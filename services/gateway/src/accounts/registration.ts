import type { CompleteRegistration } from '@app/contract/members/members'
import { hashPassword, requireGoodPassword } from '@app/server/accounts/passwords'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { renewBlocks } from '@app/server/safety/block-echoes'
import { findBar } from '@app/server/safety/mail-bars'
import { rejectReservedName } from '../members/reserved-names.ts'
import { notifyRegistered } from '../sessions/actions.ts'
import { insertSession, type SessionOwner } from '../sessions/queries.ts'
import type { NewSession } from './complete-login.ts'
import { recordDevice } from './known-devices.ts'
import { consumeToken, findTokenAddress, insertMember, insertPersons } from './queries.ts'
import type { Visitor } from './visitor.ts'

/**
 * Creates a member with the email address that the link verifies, and opens a session. Consumes the link; a rejected
 * attempt leaves it usable.
 */
export async function completeRegistration(
  ctx: Ctx,
  { token, password, person1, person2, userName, cities, language }: CompleteRegistration,
  { device, deviceKey }: Pick<Visitor, 'device' | 'deviceKey'>,
): Promise<NewSession> {
  const secret = ctx.config.sessionSecret
  const address = await findTokenAddress(ctx.db, 'REGISTRATION', token, ctx.now())
  if (!address) throw new AppError('INVALID_TOKEN')
  // The link may be older than the ban.
  if (await findBar(ctx.db, secret, address, ctx.now())) throw new AppError('INVALID_TOKEN')
  requireGoodPassword(password, { email: address, userName })
  rejectReservedName(userName, 'userName')
  const passwordHash = await hashPassword(password)
  return transact(ctx, async (tx) => {
    const registeredAt = tx.now()
    const member = { email: address, passwordHash, userName, cities, language, secret }
    const memberId = await insertMember(tx.db, member, registeredAt)
    const email = await consumeToken(tx.db, 'REGISTRATION', token, tx.now())
    await renewBlocks(tx, secret, { memberId, address: email })
    await insertPersons(tx.db, memberId, person2 ? [person1, person2] : [person1])
    await refreshSearchRows(tx.db, memberId)
    const ids = await insertSession(tx.db, { memberId, device, startedBy: 'PASSWORD', passkeyId: null }, tx.now())
    await recordDevice(tx, secret, { memberId, email, language, sessionId: ids.sessionId }, deviceKey)
    notifyRegistered(tx, memberId, registeredAt)
    const owner: SessionOwner = {
      ...{ userName, memberLevel: 'BASIC', language, couple: Boolean(person2) },
      ...(ctx.config.ageAssurance === 'required' && { ageCheckNeeded: true }),
    }
    return { ...ids, memberId, email, owner }
  })
}
