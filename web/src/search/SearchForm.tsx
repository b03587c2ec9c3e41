import { PROFILE_NAME_MAX } from '@app/contract/limits'
import { Search as Magnifier } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { type DraftCriteria, withPerson, withType } from './criteria.ts'
import styles from './form.module.css'
import { MoreCriteria } from './MoreCriteria.tsx'
import { PersonCriteria, useTitles } from './PersonCriteria.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { searchTexts } from './texts.ts'
import type { Search } from './urls.ts'
import { type Draft, isTypeMissing, problemsOf, searchOf, sexesOf, useDraft } from './use-draft.ts'

const MODES = ['simple', 'advanced'] as const

type CriteriaProps = {
  criteria: DraftCriteria
  errorOf: (path: string) => string | undefined
  onChange: (criteria: DraftCriteria) => void
}

function Criteria({ criteria, errorOf, onChange }: CriteriaProps) {
  const titles = useTitles()(sexesOf(criteria))
  return (
    <>
      <TypeChoice
        value={criteria.type}
        error={errorOf('criteria.type')}
        onChange={(type) => onChange(withType(criteria, type))}
      />
      {criteria.persons.map((person, index) => (
        <PersonCriteria
          key={titles[index]}
          person={person}
          title={titles[index] ?? ''}
          error={errorOf(`criteria.${index}`)}
          onChange={(change) => onChange(withPerson(criteria, index, change))}
        />
      ))}
      <MoreCriteria criteria={criteria} onChange={(change) => onChange({ ...criteria, ...change })} />
    </>
  )
}

function NameField({ draft, onChange }: { draft: Draft; onChange: (name: string) => void }) {
  const t = useTexts(searchTexts)
  return (
    <TextField
      label={t('name')}
      hint={t('nameHint')}
      type="search"
      autoComplete="off"
      maxLength={PROFILE_NAME_MAX}
      value={draft.name}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type Props = {
  search: Search | null
  /** The filter of a new search. */
  defaultCriteria: DraftCriteria
  /** Focuses the form when the number changes. */
  focusCount: number
  onSearch: (search: Search) => void
}

/** Edits a search: by part of the name, or by criteria. */
export function SearchForm({ search, defaultCriteria, focusCount, onSearch }: Props) {
  const t = useTexts(searchTexts)
  const [draft, change] = useDraft(search, defaultCriteria)
  const { form, errorOf } = useForm({
    initial: draft,
    state: { values: draft, set: change },
    validate: (draft) => ({
      ...problemsOf(draft),
      'criteria.type': isTypeMissing(draft) ? t('typeRequired') : undefined,
    }),
    send: () => {
      const nextSearch = searchOf(draft)
      if (nextSearch) onSearch(nextSearch)
    },
    report: () => undefined,
  })
  const { ref } = form

  useEffect(() => {
    if (focusCount > 0) ref.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  }, [focusCount, ref])

  return (
    <form {...form} className={styles.form} aria-label={t('formPage')}>
      <div className={styles.scroller} data-scroll-key="search">
        <Segmented
          stretch
          label={t('mode.label')}
          choices={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          value={draft.mode}
          onChange={(mode) => change({ mode })}
        />
        {draft.mode === 'simple' ? (
          <NameField draft={draft} onChange={(name) => change({ name })} />
        ) : (
          <Criteria criteria={draft.criteria} errorOf={errorOf} onChange={(criteria) => change({ criteria })} />
        )}
      </div>
      <div className={styles.footer}>
        <Button type="submit" wide icon={Magnifier} disabled={draft.mode === 'simple' && draft.name.trim() === ''}>
          {t('search')}
        </Button>
      </div>
    </form>
  )
}
