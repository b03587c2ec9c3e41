import { PROFILE_NAME_MAX } from '@app/contract/limits'
import { Search as Magnifier } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useFieldText } from '../lib/field-text.ts'
import { useTexts } from '../lib/texts.ts'
import { useFirstError } from '../lib/use-first-error.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import type { Search } from './address.ts'
import styles from './form.module.css'
import { MoreCriteria } from './MoreCriteria.tsx'
import { PersonCriteria, useTitles } from './PersonCriteria.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { searchTexts } from './texts.ts'
import { type Draft, problemsOf, searchOf, sexesOf, useDraft } from './use-draft.ts'
import { type Wish, withPerson, withType } from './wishes.ts'

const MODES = ['simple', 'advanced'] as const

type CriteriaProps = {
  wish: Wish
  problems: readonly (string | undefined)[]
  onChange: (wish: Wish) => void
}

function Criteria({ wish, problems, onChange }: CriteriaProps) {
  const titles = useTitles()(sexesOf(wish))
  const fieldText = useFieldText()
  return (
    <>
      <TypeChoice value={wish.type} onChange={(type) => onChange(withType(wish, type))} />
      {wish.persons.map((person, index) => (
        <PersonCriteria
          key={titles[index]}
          person={person}
          title={titles[index] ?? ''}
          error={fieldText({ message: problems[index] })}
          onChange={(change) => onChange(withPerson(wish, index, change))}
        />
      ))}
      <MoreCriteria wish={wish} onChange={(change) => onChange({ ...wish, ...change })} />
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
  usual: Wish
  /** Another number takes the focus to the form. */
  arrivals: number
  onSearch: (search: Search) => void
}

/** Who is looked for: by a part of the name, or by what they are like. */
export function SearchForm({ search, usual, arrivals, onSearch }: Props) {
  const t = useTexts(searchTexts)
  const [draft, change] = useDraft(search, usual)
  const [judged, setJudged] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const form = useFirstError(refusals)
  const problems = problemsOf(draft)

  useEffect(() => {
    if (arrivals > 0) form.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  }, [arrivals, form])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (problems.some(Boolean)) setRefusals((count) => count + 1)
    else if (draft.mode === 'advanced' || draft.name.trim() !== '') onSearch(searchOf(draft))
  }

  return (
    <form ref={form} className={styles.form} aria-label={t('formPage')} noValidate onSubmit={submit}>
      <div className={styles.scroller} data-place="search">
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
          <Criteria wish={draft.wish} problems={judged ? problems : []} onChange={(wish) => change({ wish })} />
        )}
      </div>
      <div className={styles.foot}>
        <Button type="submit" wide icon={Magnifier} disabled={draft.mode === 'simple' && draft.name.trim() === ''}>
          {t('search')}
        </Button>
      </div>
    </form>
  )
}
