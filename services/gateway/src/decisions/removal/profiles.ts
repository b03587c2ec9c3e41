import { sql } from 'kysely'
import { propagateChanges } from '../../members/actions.ts'
import type { Remover } from './removal.ts'

/**
 * The text of a profile. It is restored only if the member has not written another one. The caller holds the member's
 * lock.
 */
export const profileRemover: Remover = {
  async remove(tx, { contentId }) {
    const { rows } = await sql<{ content: string }>`
      update members m set description = '' from members before
      where m.id = ${contentId} and before.id = m.id and m.description <> ''
      returning jsonb_build_object('description', before.description)::text as content`.execute(tx.db)
    if (!rows[0]) return null
    await propagateChanges(tx, contentId)
    return rows[0].content
  },
  async restore(tx, { id, contentId }) {
    const { numAffectedRows } = await sql`
      update members set description = content->>'description' from removals
      where members.id = ${contentId} and removals.id = ${id} and description = ''`.execute(tx.db)
    if (!numAffectedRows) return false
    await propagateChanges(tx, contentId)
    return true
  },
}
