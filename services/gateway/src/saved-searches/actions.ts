import type { Id } from '@app/contract/base'
import { SAVED_SEARCHES_PER_MEMBER } from '@app/contract/limits'
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from '@app/contract/members/saved-searches'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockAccountExclusively } from '@app/server/policies/actors'
import type { MemberCtx } from '../context.ts'
import { getToday } from '../search/search.ts'
import {
  countNew,
  countSearches,
  deleteSearchRow,
  insertSearch,
  listSearches,
  markOpened,
  type StoredSearch,
  updateSearch,
} from './queries.ts'

/** Adds the counts of new members, which are read from the replica. */
async function addCounts(ctx: MemberCtx, searches: readonly StoredSearch[]): Promise<SavedSearch[]> {
  if (searches.length === 0) return []
  const { result } = await ctx.readReplica.read((db) => countNew(db, ctx.member.id, searches, getToday(ctx)))
  return searches.map(({ openedAt: _openedAt, ...search }) => ({ ...search, newCount: result.get(search.id) ?? 0 }))
}

/** Lists the caller's saved searches. Takes from the rate limit of search counts, because each search counts members. */
export async function readSearches(ctx: MemberCtx): Promise<SavedSearch[]> {
  await ctx.limits.take('searchCounts', ctx.member.accountId)
  return addCounts(ctx, await listSearches(ctx.db, ctx.member.accountId))
}

/** Runs a change of the caller's searches under the lock of the account, and notifies the caller's devices. */
const changeSearches = <Result>(ctx: MemberCtx, change: (tx: MemberTx, accountId: Id) => Promise<Result>) =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    await lockAccountExclusively(tx.db, accountId)
    const result = await change(tx, accountId)
    tx.notify([accountId], { type: 'searches:changed' })
    return result
  })

/** Saves a search. Throws VALIDATION if the caller already has `SAVED_SEARCHES_PER_MEMBER`. */
export async function saveSearch(ctx: MemberCtx, input: SaveSearch): Promise<SavedSearch> {
  const stored = await changeSearches(ctx, async ({ db }, accountId) => {
    if ((await countSearches(db, accountId)) >= SAVED_SEARCHES_PER_MEMBER)
      throw new AppError('VALIDATION', { fields: [{ path: 'name', problem: 'savedSearches.many' }] })
    return insertSearch(db, accountId, input)
  })
  const { openedAt: _openedAt, ...search } = stored
  return { ...search, newCount: 0 }
}

/** Changes the name or the filter of a saved search, or whether the digest counts its new members. */
export async function changeSearch(ctx: MemberCtx, id: Id, input: ChangeSavedSearch): Promise<SavedSearch> {
  await ctx.limits.take('searchCounts', ctx.member.accountId)
  const stored = await changeSearches(ctx, async ({ db }, accountId) => {
    const changed = await updateSearch(db, accountId, id, input)
    if (!changed) throw new AppError('NOT_FOUND')
    return changed
  })
  const [search] = await addCounts(ctx, [stored])
  if (!search) throw new AppError('NOT_FOUND')
  return search
}

/** Resets the count of new members. */
export const openSearch = (ctx: MemberCtx, id: Id): Promise<void> =>
  changeSearches(ctx, async ({ db }, accountId) => {
    if (!(await markOpened(db, accountId, id))) throw new AppError('NOT_FOUND')
  })

export const deleteSearch = (ctx: MemberCtx, id: Id): Promise<void> =>
  changeSearches(ctx, async ({ db }, accountId) => {
    if (!(await deleteSearchRow(db, accountId, id))) throw new AppError('NOT_FOUND')
  })
