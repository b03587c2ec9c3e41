import { ECDH } from 'node:crypto'
import { DEVICES_PER_MEMBER } from '@app/contract/limits'
import type {
  DeviceSubscription,
  NotificationPreferences,
  NotificationSettings,
  NotifyAboutGroup,
} from '@app/contract/notifications'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireGroup } from '@app/server/policies/groups'
import { isPushServiceUrl } from '@app/server/process/web-push'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { lockSession } from '../sessions/queries.ts'
import { readSettings } from './queries.ts'

const createInvalidFieldError = (path: 'endpoint' | 'keys') =>
  new AppError('VALIDATION', { fields: [{ path, problem: 'field.invalid' }] })

/** Returns whether these bytes are an uncompressed point of P-256, the form in which browsers send public keys. */
function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

const decode = (text: string): Buffer => Buffer.from(text, 'base64url')

/**
 * Turns on notifications for the caller's device, until its session ends. A device has one subscription: a repeated
 * request replaces its endpoint, its keys or its member. Deletes the member's oldest subscriptions beyond the limit.
 */
export async function subscribeDevice(ctx: MemberCtx, { endpoint, keys }: DeviceSubscription): Promise<void> {
  const { pushKey, pushHosts } = ctx.config
  if (!pushKey) throw new AppError('NOT_FOUND')
  if (!isPushServiceUrl(endpoint, pushHosts)) throw createInvalidFieldError('endpoint')
  const [p256dh, auth] = [decode(keys.p256dh), decode(keys.auth)]
  if (!isPublicKey(p256dh) || auth.length !== 16) throw createInvalidFieldError('keys')
  await transact(ctx, async (tx) => {
    const { accountId: memberId, sessionId } = tx.member
    await sql`select from members where id = ${memberId} for no key update`.execute(tx.db)
    await lockSession(tx.db, tx.member)
    await sql`delete from push_subscriptions where "sessionId" = ${sessionId} and endpoint <> ${endpoint}`.execute(
      tx.db,
    )
    const row = { memberId, sessionId, p256dh, auth, createdAt: tx.now().toISOString() }
    await tx.db
      .insertInto('push_subscriptions')
      .values({ endpoint, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where "memberId" = ${memberId}
        order by "createdAt" desc, id desc offset ${DEVICES_PER_MEMBER})`.execute(tx.db)
  })
}

/** Turns off notifications for the caller's device. */
export async function unsubscribeDevice({ db, member }: MemberCtx): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('sessionId', '=', member.sessionId).execute()
}

/** Changes what the caller's devices show notifications about, and when. */
export const changePreferences = (
  ctx: MemberCtx,
  { quietHours, ...switches }: NotificationPreferences,
): Promise<NotificationSettings> =>
  transact(ctx, async (tx) => {
    const { accountId: memberId } = tx.member
    const row = { ...switches, quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }
    await tx.db
      .insertInto('notification_preferences')
      .values({ memberId, ...row })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
      .execute()
    return readSettings(tx.db, memberId)
  })

/** Turns notifications about posts in a group on or off. Throws FORBIDDEN for the team, whose admins share a membership. */
export const setGroupNotifications = (ctx: MemberCtx, groupId: string, { on }: NotifyAboutGroup): Promise<void> =>
  transact(ctx, async (tx) => {
    const { id: memberId, accountId } = tx.member
    await requireGroup(tx.db, groupId, tx.member, 'read')
    if (memberId !== accountId) throw new AppError('FORBIDDEN')
    if (on)
      await sql`
        insert into notifying_groups ("groupId", "memberId")
        select "groupId", "memberId" from group_members where "groupId" = ${groupId} and "memberId" = ${memberId}
        for key share
        on conflict do nothing`.execute(tx.db)
    else
      await tx.db
        .deleteFrom('notifying_groups')
        .where('groupId', '=', groupId)
        .where('memberId', '=', memberId)
        .execute()
  })
