import { SEARCH_COUNT_MAX } from '@app/contract/limits'
import { useEffect } from 'react'
import { useForm } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DrawerBody } from '../../ui/overlays/DrawerBody.tsx'
import { searchTexts } from '../texts.ts'
import type { Search } from '../urls.ts'
import { usePersonTitles } from '../use-person-titles.ts'
import {
  type DraftCriteria,
  EMPTY_CRITERIA,
  hasType,
  type Preferences,
  withPerson,
  withType,
  withTypeAndWantedAges,
} from './criteria.ts'
import styles from './form.module.css'
import { MoreCriteria } from './MoreCriteria.tsx'
import { PersonCriteria } from './PersonCriteria.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { problemsOf, sexesOf, useDraft } from './use-draft.ts'
import { type DraftCount, useDraftCount } from './use-draft-count.ts'

type FormProps = {
  search: Search | null
  /** The criteria of a new search. */
  defaultCriteria: DraftCriteria
  preferences: Preferences
  /** Whether the focus moves to the choice of type when the drawer opens. */
  focusesType: boolean
  onSearch: (search: Search) => void
}

type CriteriaProps = {
  criteria: DraftCriteria
  preferences: Preferences
  errorOf: (path: string) => string | undefined
  onChange: (criteria: DraftCriteria) => void
}

function Criteria({ criteria, preferences, errorOf, onChange }: CriteriaProps) {
  const titles = usePersonTitles()(sexesOf(criteria))
  return (
    <>
      <TypeChoice
        value={criteria.type}
        error={errorOf('criteria.type')}
        onChange={(type) => onChange(withTypeAndWantedAges(criteria, type, preferences))}
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

/** Returns a formatter for the label of the button that applies the filter: 'Visa 34'. */
function useShowLabel(): (count: DraftCount) => string {
  const t = useTexts(searchTexts)
  return (count) => {
    if (count === 'counting') return t('counting')
    if (count === 'unknown') return t('show')
    if (count === 0) return t('none')
    return count >= SEARCH_COUNT_MAX ? t('showMany', { max: SEARCH_COUNT_MAX }) : t('showCount', { count })
  }
}

/** Announces the number of hits, since a change of the button's label is not announced. */
function CountAnnouncement({ count }: { count: DraftCount }) {
  const t = useTexts(searchTexts)
  const describe = (hits: number) => {
    if (hits === 0) return t('none')
    return hits >= SEARCH_COUNT_MAX ? t('hitsMany', { max: SEARCH_COUNT_MAX }) : t('hits', { count: hits })
  }
  return (
    <p role="status" className="visually-hidden">
      {typeof count === 'number' && describe(count)}
    </p>
  )
}

/** Lets the member edit the criteria of a search, and shows how many hits they would give. */
function FilterForm({ search, defaultCriteria, preferences, focusesType, onSearch }: FormProps) {
  const t = useTexts(searchTexts)
  const [draft, change] = useDraft(search, defaultCriteria)
  const count = useDraftCount(draft.criteria)
  const showLabel = useShowLabel()
  const { form, errorOf } = useForm({
    initial: draft,
    state: { values: draft, set: change },
    validate: (values) => ({
      ...problemsOf(values),
      'criteria.type': hasType(values.criteria) ? undefined : t('typeRequired'),
    }),
    send: ({ criteria }) => {
      if (hasType(criteria)) onSearch({ by: 'filter', criteria, page: 0 })
    },
    report: () => undefined,
  })
  const { ref } = form

  useEffect(() => {
    const types = ref.current?.querySelector('[role="radiogroup"]')
    if (focusesType) (types?.querySelector<HTMLElement>('input:checked') ?? types?.querySelector('input'))?.focus()
  }, [focusesType, ref])

  return (
    <form {...form} className={styles.form} aria-label={t('filter')}>
      <div className={styles.scroller}>
        <Criteria
          criteria={draft.criteria}
          preferences={preferences}
          errorOf={errorOf}
          onChange={(criteria) => change({ criteria })}
        />
      </div>
      <div className={styles.footer}>
        <Button type="submit" wide>
          {showLabel(count)}
        </Button>
        <CountAnnouncement count={count} />
      </div>
    </form>
  )
}

/** Removes all criteria but the type of profile from the filter. */
function ClearButton({ search, defaultCriteria }: Pick<FormProps, 'search' | 'defaultCriteria'>) {
  const t = useTexts(searchTexts)
  const [{ criteria }, change] = useDraft(search, defaultCriteria)
  const clear = () => change({ criteria: hasType(criteria) ? withType(EMPTY_CRITERIA, criteria.type) : EMPTY_CRITERIA })
  return (
    <Button variant="quiet" onClick={clear}>
      {t('clear')}
    </Button>
  )
}

type Props = FormProps & { open: boolean; onClose: () => void }

/** Shows the filter of a search in a drawer. Changes apply only when they are submitted. */
export function FilterDrawer({ open, onClose, ...form }: Props) {
  const t = useTexts(searchTexts)
  return (
    <DrawerBody
      title={t('filter')}
      open={open}
      onClose={onClose}
      action={<ClearButton search={form.search} defaultCriteria={form.defaultCriteria} />}
    >
      <FilterForm {...form} />
    </DrawerBody>
  )
}
