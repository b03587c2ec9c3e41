import { ArrowLeftRight, ChevronDown, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { dismissToast, showToast } from '../lib/feedback/toasts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { uiTexts } from '../ui/texts.ts'
import styles from './bar.module.css'
import { type Criterion, criterionKey, listCriteria, removeCriterion } from './filter/active-criteria.ts'
import { type Preferences, type SearchCriteria, withTypeAndWantedAges } from './filter/criteria.ts'
import { useCriterionTexts } from './filter/use-criterion-texts.ts'
import { searchTexts } from './texts.ts'
import { type Search, searchUrl } from './urls.ts'

type Props = {
  search: Search | null
  /** The search that remains when the name is removed from a search by name. */
  withoutName: Search | null
  preferences: Preferences
  /** Opens the filter at the type of profile. */
  onType: () => void
  onSearch: (search: Search | null) => void
  /** Restores an earlier search. */
  onRestore: (search: Search) => void
}

/**
 * Returns a ref that selects the chip to focus after the next change: the index of a removed chip, which the next one
 * takes over, or the key of a restored one.
 */
function useChipFocus(list: { current: HTMLUListElement | null }, path: string) {
  const next = useRef<number | string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the search has changed
  useLayoutEffect(() => {
    const chips = [...(list.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const target =
      typeof next.current === 'string'
        ? chips.find(({ dataset }) => dataset.chip === next.current)
        : chips[Math.min(next.current ?? 0, chips.length - 1)]
    if (next.current !== null) target?.focus()
    next.current = null
  }, [path])
  return next
}

/** Dismisses the toast that offers to undo a removal as soon as the search changes again or the page is left. */
function useUndoToast(path: string) {
  const shown = useRef<{ id: number; path: string } | null>(null)
  useLayoutEffect(() => {
    if (shown.current && shown.current.path !== path) {
      dismissToast(shown.current.id)
      shown.current = null
    }
  }, [path])
  useLayoutEffect(
    () => () => {
      if (shown.current) dismissToast(shown.current.id)
    },
    [],
  )
  return shown
}

/**
 * Links to the search for each other type of profile that the member looks for; only the persons' criteria are reset.
 */
function TypeSwitches({ criteria, preferences }: { criteria: SearchCriteria; preferences: Preferences }) {
  const t = useTexts(searchTexts)
  const others = preferences.types.filter((type) => type !== criteria.type)
  if (others.length === 0) return null
  return (
    <ul className={styles.chipList} aria-label={t('alsoLookingFor')}>
      {others.map((type) => (
        <li key={type}>
          <Link
            className={classes(styles.chip, styles.switch)}
            to={searchUrl({ by: 'filter', criteria: withTypeAndWantedAges(criteria, type, preferences), page: 0 })}
          >
            <ArrowLeftRight size="1rem" strokeWidth={1.75} aria-hidden />
            {t(`found.${type}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type ChipProps = { id: string; text: string; onRemove: () => void }

const Chip = ({ id, text, onRemove }: ChipProps) => {
  const t = useTexts(searchTexts)
  return (
    <button
      type="button"
      className={styles.chip}
      data-chip={id}
      aria-label={t('chip.remove', { criterion: text })}
      onClick={onRemove}
    >
      {text}
      <X size="1rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Shows the type of profile. A search always has one, so this chip opens the choice instead of removing it. */
const TypeChip = ({ id, text, onType }: Omit<ChipProps, 'onRemove'> & Pick<Props, 'onType'>) => {
  const t = useTexts(searchTexts)
  return (
    <button
      type="button"
      className={styles.chip}
      data-chip={id}
      aria-label={t('chip.change', { criterion: text })}
      aria-haspopup="dialog"
      onClick={onType}
    >
      {text}
      <ChevronDown size="1rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Shows each criterion of a search as a chip. All but the type of profile remove it and search immediately. */
export function Chips({ search, withoutName, preferences, onType, onSearch, onRestore }: Props) {
  const t = useTexts(searchTexts)
  const ui = useTexts(uiTexts)
  const criterionText = useCriterionTexts()
  const path = searchUrl(search)
  const list = useRef<HTMLUListElement>(null)
  const nextFocus = useChipFocus(list, path)
  const undoToast = useUndoToast(path)
  if (!search) return null

  const removeChip = ({ id, text }: Omit<ChipProps, 'onRemove'>, index: number, next: Search | null) => {
    if (undoToast.current) dismissToast(undoToast.current.id)
    const undo = () => {
      nextFocus.current = id
      onRestore(search)
    }
    const toastId = showToast({
      text: t('chip.removed', { criterion: text }),
      action: { label: ui('undo'), run: undo },
    })
    undoToast.current = { id: toastId, path: searchUrl(next) }
    nextFocus.current = index
    onSearch(next)
  }
  const nameChip = (name: string) => {
    const chip = { id: 'name', text: t('chip.name', { name }) }
    return <Chip {...chip} onRemove={() => removeChip(chip, 0, withoutName)} />
  }
  const criterionChip = (criteria: SearchCriteria, criterion: Criterion, index: number) => {
    const chip = { id: criterionKey(criterion), text: criterionText(criterion, criteria) }
    if (criterion.kind === 'type') return <TypeChip {...chip} onType={onType} />
    const next: Search = { by: 'filter', criteria: removeCriterion(criteria, criterion), page: 0 }
    return <Chip {...chip} onRemove={() => removeChip(chip, index, next)} />
  }
  return (
    <>
      <ul ref={list} className={styles.chipList} aria-label={t('criteria')}>
        {search.by === 'name' ? (
          <li>{nameChip(search.name)}</li>
        ) : (
          listCriteria(search.criteria).map((criterion, index) => (
            <li key={criterionKey(criterion)}>{criterionChip(search.criteria, criterion, index)}</li>
          ))
        )}
      </ul>
      {search.by === 'filter' && <TypeSwitches criteria={search.criteria} preferences={preferences} />}
    </>
  )
}
