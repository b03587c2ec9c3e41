import type { Language } from '@app/contract/language'
import type { ChangeSettings, MemberSettings } from '@app/contract/members'
import type { MemberCtx } from '@app/server/context'
import { refreshSearchRows } from '@app/server/search-rows'
import { type MemberTx, transact } from '@app/server/transact'
import { type OwnChanges, readSettings, updateOwn } from './queries.ts'

/** Tells the member's other devices, unless all stood so already. */
async function changeOwn(tx: MemberTx, changes: OwnChanges): Promise<void> {
  const changed = await updateOwn(tx.db, tx.member.id, changes)
  if (!changed) return
  await refreshSearchRows(tx.db, tx.member.id)
  const { language, ...settings } = changed
  tx.notify([tx.member.id], { type: 'member:changed', settings, language })
}

export const changeSettings = (ctx: MemberCtx, changes: ChangeSettings): Promise<MemberSettings> =>
  transact(ctx, async (tx) => {
    await changeOwn(tx, changes)
    return readSettings(tx.db, tx.member.id)
  })

export const changeLanguage = (ctx: MemberCtx, language: Language): Promise<void> =>
  transact(ctx, (tx) => changeOwn(tx, { language }))
