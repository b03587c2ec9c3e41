import { nameSearch } from '@app/contract/names'
import { SearchHit } from '@app/contract/profiles'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { shownLastActive } from '@app/server/last-active'
import * as z from 'zod/mini'
import { type Limits, membersSeenRate } from '../limits/limits.ts'
import { searchByName } from './queries.ts'

const Hits = z.array(SearchHit)

/** Who is found by a part of a name. Whoever ignores or is ignored is not, so nothing of the last activity is held back. */
export async function findByPartOfName(ctx: MemberCtx, limits: Limits, name: string): Promise<SearchHit[]> {
  if (nameSearch(name) === '')
    throw new AppError('VALIDATION', { fields: [{ path: 'userName', problem: 'field.required' }] })
  await limits.take('searches', ctx.member.id)
  const now = ctx.now()
  const rows = await searchByName(ctx.db, ctx.member.id, name)
  const rate = membersSeenRate(rows[0]?.askerRegisteredAt ?? now.toISOString(), now)
  await limits.takeDistinct(
    rate,
    ctx.member.id,
    rows.map(({ id }) => id),
  )
  return Hits.parse(
    rows.map((row) => ({
      ...row,
      lastActive: shownLastActive({ ...row, lastActiveThen: null }, now),
      profilePhotoUrl: null,
      hasNotes: false,
    })),
  )
}
