import { SlidersHorizontal, X } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { CountMark } from '../ui/marks/CountMark.tsx'
import styles from './bar.module.css'
import { Chips } from './Chips.tsx'
import { listCriteria } from './filter/active-criteria.ts'
import type { Preferences } from './filter/criteria.ts'
import { NameField } from './filter/NameField.tsx'
import { searchTexts } from './texts.ts'
import type { Search } from './urls.ts'

type Props = {
  search: Search | null
  withoutName: Search | null
  preferences: Preferences
  /** Whether the field for a name is beside the chips, replaces them, or is hidden. */
  nameField: 'beside' | 'alone' | 'hidden'
  onFilter: () => void
  onType: () => void
  onSearch: (search: Search | null) => void
  onRestore: (search: Search) => void
  onName: (name: string) => void
  onCloseName: () => void
}

/** Shows the button of the filter, a chip for each criterion of the search, and the search by name. */
export function SearchBar({ search, nameField, onFilter, onName, onCloseName, ...chips }: Props) {
  const t = useTexts(searchTexts)
  const count = search?.by === 'filter' ? listCriteria(search.criteria).length : 0
  const name = search?.by === 'name' ? search.name : ''
  if (nameField === 'alone')
    return (
      <div className={styles.bar}>
        <NameField name={name} autoFocus onSearch={onName} onEscape={onCloseName} />
        <IconButton icon={X} label={t('closeName')} onClick={onCloseName} />
      </div>
    )
  return (
    <div className={styles.bar}>
      <Button variant="outlined" icon={SlidersHorizontal} aria-haspopup="dialog" onClick={onFilter}>
        {t('filter')}
        <CountMark count={count} label={t('activeCriteria', { count })} />
      </Button>
      <div className={styles.chips}>
        <Chips search={search} {...chips} />
      </div>
      {nameField === 'beside' && <NameField name={name} onSearch={onName} />}
    </div>
  )
}
