import type { Category } from '@app/contract/safety/categories'
import { CATEGORY_GROUPS } from '@app/contract/safety/report-rules'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { hasModifier } from '../lib/navigation/modifier-keys.ts'
import { categoryTexts } from '../lib/reporting/category-texts.ts'
import { useTexts } from '../lib/text/texts.ts'
import styles from './report.module.css'
import { reportTexts } from './texts.ts'

const HEADS = ['danger', 'wrong', 'other'] as const
const CATEGORIES: readonly Category[] = CATEGORY_GROUPS.flat()

const KEYS: Record<string, (index: number) => number> = {
  ArrowDown: (index) => (index + 1) % CATEGORIES.length,
  ArrowUp: (index) => (index + CATEGORIES.length - 1) % CATEGORIES.length,
  Home: () => 0,
  End: () => CATEGORIES.length - 1,
}

type Props = {
  /** The previously chosen category, whose row takes the focus. */
  category: Category | null
  onChoose: (category: Category) => void
}

/**
 * Lists the categories as radio buttons. The arrow keys only move the focus, because a choice opens the next step;
 * Enter, the space bar or a tap makes the choice.
 */
export function CategoryStep({ category, onChoose }: Props) {
  const t = useTexts(reportTexts)
  const tCategory = useTexts(categoryTexts)
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const [focusable, setFocusable] = useState<Category>(category ?? 'THREAT')
  const focusRow = (row: Category) => group.current?.querySelector<HTMLElement>(`[data-category="${row}"]`)?.focus()
  const isReturning = useRef(category !== null)
  useEffect(() => {
    if (isReturning.current) focusRow(focusable)
    isReturning.current = false
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    if (!step || hasModifier(event)) return
    event.preventDefault()
    const next = CATEGORIES[step(CATEGORIES.indexOf(focusable))]
    if (!next) return
    setFocusable(next)
    focusRow(next)
  }
  return (
    <div ref={group} role="radiogroup" aria-label={t('title')} onKeyDown={onKeyDown}>
      {CATEGORY_GROUPS.map((rows, index) => {
        const head = HEADS[index] ?? 'other'
        return (
          <div key={head}>
            <p className={styles.head} id={`${id}-${head}`}>
              {t(`heads.${head}`)}
            </p>
            {rows.map((row) => (
              // biome-ignore lint/a11y/useSemanticElements: a native radio button would be chosen by the arrow keys
              <button
                key={row}
                type="button"
                role="radio"
                aria-checked={row === category}
                aria-describedby={`${id}-${head}`}
                tabIndex={row === focusable ? 0 : -1}
                data-category={row}
                className={styles.row}
                onClick={() => onChoose(row)}
              >
                {tCategory(row)}
                <ChevronRight size="1.125rem" strokeWidth={1.75} aria-hidden />
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}
