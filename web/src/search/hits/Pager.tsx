import { SEARCH_PAGE_MAX } from '@app/contract/limits'
import { ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { searchTexts } from '../texts.ts'
import type { Search } from '../urls.ts'
import styles from './results.module.css'

type Props = { search: Search; hasNext: boolean; onPage: (search: Search) => void; onNew: () => void }

/** Shows buttons for the previous page, a new search, and the next page. A search by name has one page. */
export function Pager({ search, hasNext, onPage, onNew }: Props) {
  const t = useTexts(searchTexts)
  const paged = search.by === 'filter' ? search : null
  const page = paged?.page ?? 0
  const changePageBy = (step: number) => paged && onPage({ ...paged, page: page + step })
  return (
    <nav className={styles.pager} aria-label={t('pager')}>
      {paged && (
        <Button variant="quiet" icon={ChevronLeft} disabled={page === 0} onClick={() => changePageBy(-1)}>
          {t('previous')}
        </Button>
      )}
      <Button variant="outlined" icon={RotateCcw} onClick={onNew}>
        {t('newSearch')}
      </Button>
      {paged && (
        <Button
          variant="quiet"
          icon={ChevronRight}
          disabled={!hasNext || page === SEARCH_PAGE_MAX}
          onClick={() => changePageBy(1)}
        >
          {t('next')}
        </Button>
      )}
    </nav>
  )
}
