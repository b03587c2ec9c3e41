import type { CaseRow } from '@app/contract/safety/cases'
import { categoryTexts } from '../../lib/reporting/category-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { queueTexts } from '../queue/queue-texts.ts'

/** Returns functions that name a case: by its category, and by its content and author. */
export function useCaseNames() {
  const t = useTexts(queueTexts)
  const tCategory = useTexts(categoryTexts)
  return {
    title: ({ category }: Pick<CaseRow, 'category'>) => tCategory(category),
    subject: ({ kind, author, source }: CaseRow) =>
      [t(`kind.${kind}`), author ?? t('noAuthor'), ...(source === 'REPORT' ? [] : [t(`source.${source}`)])].join(' · '),
  }
}

const CLAIMABLE: ReadonlySet<CaseRow['state']> = new Set(['OPEN', 'CLAIMED', 'SECOND_LOOK', 'APPEALED'])

/** Returns whether another admin has the case now. */
export const isHeldByOther = ({ heldBy, heldByMe, claimedUntil }: CaseRow, now: Date): boolean =>
  heldBy !== null && !heldByMe && claimedUntil !== null && new Date(claimedUntil) > now

export const isHeldByMe = ({ heldByMe, claimedUntil }: CaseRow, now: Date): boolean =>
  heldByMe && claimedUntil !== null && new Date(claimedUntil) > now

/** Returns whether the caller could claim the case now, and nobody has it. */
export const isFree = (row: CaseRow, now: Date): boolean =>
  CLAIMABLE.has(row.state) && !isHeldByOther(row, now) && !isHeldByMe(row, now)
