import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { PageQuery } from '@app/contract/base'
import { ADS_PER_MEMBER } from '@app/contract/limits'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { keepActorAlone } from '@app/server/policies/actors'
import { lockAd } from '@app/server/policies/ads'
import { type MemberTx, transact } from '@app/server/transact'
import type { Limits } from '../limits/limits.ts'
import {
  countAdsOf,
  deleteAdRow,
  findAdOfClient,
  insertAd,
  listAds,
  readAd,
  readFilter,
  saveFilter,
  updateAd,
} from './queries.ts'

async function requireRoom({ config }: MemberCtx, { db, member }: MemberTx): Promise<void> {
  if (config.rateLimits && (await countAdsOf(db, member.id)) >= ADS_PER_MEMBER)
    throw new AppError('VALIDATION', { fields: [{ path: 'ads', problem: 'ads.many' }] })
}

/** Put in again under its `clientId`, at once or later, an ad is the one that was stored first. */
async function putIn(ctx: MemberCtx, tx: MemberTx, { title, content, clientId = randomUUID() }: SaveAd): Promise<Ad> {
  await keepActorAlone(tx.db, tx.member.id)
  const authorId = tx.member.id
  const stored = await findAdOfClient(tx.db, authorId, clientId)
  if (stored) return readAd(tx.db, authorId, stored)
  await requireRoom(ctx, tx)
  return readAd(tx.db, authorId, await insertAd(tx.db, { authorId, clientId, title, content }, tx.now()))
}

/** One that could not be made does not count, nor does one that is there already. */
export async function createAd(ctx: MemberCtx, limits: Limits, save: SaveAd): Promise<Ad> {
  const { db, member } = ctx
  const stored = save.clientId && (await findAdOfClient(db, member.id, save.clientId))
  if (stored) return readAd(db, member.id, stored)
  await limits.take('adsMade', member.id)
  try {
    return await transact(ctx, (tx) => putIn(ctx, tx, save))
  } catch (error) {
    await limits.giveBack('adsMade', member.id)
    throw error
  }
}

export const editAd = (ctx: MemberCtx, { id, title, content }: EditAd): Promise<Ad> =>
  transact(ctx, async (tx) => {
    await lockAd(tx.db, id, tx.member, 'edit')
    await updateAd(tx.db, id, { title, content })
    return readAd(tx.db, tx.member.id, id)
  })

export const deleteAd = (ctx: MemberCtx, id: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockAd(tx.db, id, tx.member, 'delete')
    await deleteAdRow(tx.db, id)
  })

/** Keeps the filter where it is another one, and answers what it lets through. */
export async function filterAds({ db, member }: MemberCtx, filter: AdFilter, page: PageQuery): Promise<Ad[]> {
  if (!isDeepStrictEqual(await readFilter(db, member.id), filter)) await saveFilter(db, member.id, filter)
  return listAds(db, member.id, filter, page)
}
