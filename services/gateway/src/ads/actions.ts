import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { PageQuery } from '@app/contract/base'
import { ADS_PER_MEMBER } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { Database } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockAd } from '@app/server/policies/ads'
import { requireNoRestriction } from '@app/server/policies/measures'
import { TEAM_ID } from '@app/server/policies/team'
import type { MemberCtx } from '../context.ts'
import { createOnce } from '../limits/create-once.ts'
import {
  countAdsByAuthor,
  deleteAdRow,
  findAdIdByClientId,
  insertAd,
  listAds,
  readAd,
  readFilter,
  saveFilter,
  updateAd,
} from './queries.ts'

/**
 * Throws VALIDATION if the member already has `ADS_PER_MEMBER` ads. Does not apply to the team, whose ads all admins
 * share, or while rate limits are off.
 */
async function requireAdQuota({ config }: MemberCtx, { db, member }: MemberTx): Promise<void> {
  if (config.rateLimits && member.id !== TEAM_ID && (await countAdsByAuthor(db, member.id)) >= ADS_PER_MEMBER)
    throw new AppError('VALIDATION', { fields: [{ path: 'ads', problem: 'ads.many' }] })
}

/** Finds the ad that its author's client created with this `clientId`. */
async function findOwnAd(db: Database, authorId: string, clientId: string): Promise<Unsigned<typeof Ad> | undefined> {
  const id = await findAdIdByClientId(db, authorId, clientId)
  return id ? readAd(db, authorId, id) : undefined
}

/** Stores an ad. A repeated request with the same `clientId` returns the ad that was stored first. */
async function storeAd(
  ctx: MemberCtx,
  tx: MemberTx,
  ad: Required<SaveAd>,
): Promise<{ item: Unsigned<typeof Ad>; isNew: boolean }> {
  const authorId = tx.member.id
  await lockActorExclusively(tx.db, authorId)
  await requireNoRestriction(tx.db, authorId, 'POST', tx.now())
  const storedAd = await findOwnAd(tx.db, authorId, ad.clientId)
  if (storedAd) return { item: storedAd, isNew: false }
  await requireAdQuota(ctx, tx)
  return { item: await readAd(tx.db, authorId, await insertAd(tx.db, { authorId, ...ad }, tx.now())), isNew: true }
}

export function createAd(ctx: MemberCtx, { clientId = randomUUID(), ...fields }: SaveAd): Promise<Unsigned<typeof Ad>> {
  const { id: authorId, accountId: subject } = ctx.member
  return createOnce(ctx, {
    rate: 'adsMade',
    subject,
    find: () => findOwnAd(ctx.db, authorId, clientId),
    create: () => transact(ctx, (tx) => storeAd(ctx, tx, { ...fields, clientId })),
  })
}

export const editAd = (ctx: MemberCtx, { id, title, content }: EditAd): Promise<Unsigned<typeof Ad>> =>
  transact(ctx, async (tx) => {
    await lockAd(tx.db, id, tx.member)
    await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
    await updateAd(tx.db, id, { title, content })
    return readAd(tx.db, tx.member.id, id)
  })

export const deleteAd = (ctx: MemberCtx, id: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockAd(tx.db, id, tx.member)
    await deleteAdRow(tx.db, id)
  })

/** Stores the filter if it differs from the stored one, and returns a page of the ads that match it. */
export async function filterAds(ctx: MemberCtx, filter: AdFilter, page: PageQuery): Promise<Unsigned<typeof Ad>[]> {
  const { db, member } = ctx
  if (!isDeepStrictEqual(await readFilter(db, member.accountId), filter)) await saveFilter(db, member.accountId, filter)
  return listAds(ctx, member.id, filter, page)
}
