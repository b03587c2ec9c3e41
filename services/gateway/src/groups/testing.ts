import { randomBytes } from 'node:crypto'
import type { Envelope, GroupEnvelope } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { listPushes } from '@app/server/testing/context'

export const aGroupName = (): string => `Grupp ${randomBytes(6).toString('hex')}`

/** Returns a function that lists the pushes written since this call, with their recipients. */
export async function recordPushes({ db }: Pick<Ctx, 'db'>): Promise<() => Promise<(Envelope | GroupEnvelope)[]>> {
  const { length } = await listPushes(db)
  return async () => (await listPushes(db)).slice(length)
}

export const readGroupRow = ({ db }: Pick<Ctx, 'db'>, groupId: string) =>
  db.selectFrom('groups').selectAll().where('id', '=', groupId).executeTakeFirst()

export const listMemberships = ({ db }: Pick<Ctx, 'db'>, groupId: string) =>
  db.selectFrom('group_members').selectAll().where('groupId', '=', groupId).orderBy('memberId').execute()
