import type { ChangeSettings, MemberSettings } from '@app/contract/members/members'
import type { Language } from '@app/contract/text/language'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { refreshSearchRows } from '@app/server/members/search-rows'
import type { MemberCtx } from '../context.ts'
import { type OwnChanges, readOwnState, readSettings, updateOwnData } from './queries.ts'

/** Refreshes the search rows of a member whose own data changed, and notifies the member's devices. */
export async function propagateChanges(tx: Pick<Tx, 'db' | 'notify'>, memberId: string): Promise<void> {
  await refreshSearchRows(tx.db, memberId)
  const { language, userName, couple, ...settings } = await readOwnState(tx.db, memberId)
  tx.notify([memberId], { type: 'member:changed', userName, couple, settings, language })
}

async function changeOwnData(tx: MemberTx, changes: OwnChanges): Promise<void> {
  if (await updateOwnData(tx.db, tx.member.accountId, changes)) await propagateChanges(tx, tx.member.accountId)
}

export const changeSettings = (ctx: MemberCtx, changes: ChangeSettings): Promise<MemberSettings> =>
  transact(ctx, async (tx) => {
    await changeOwnData(tx, changes)
    return readSettings(tx.db, tx.member.accountId)
  })

export const changeLanguage = (ctx: MemberCtx, language: Language): Promise<void> =>
  transact(ctx, (tx) => changeOwnData(tx, { language }))
