import { SAVED_SEARCH_NAME_MAX } from '@app/contract/limits'
import { isVisible } from '@app/contract/text/normalize'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useForm } from '../../lib/forms/use-form.ts'
import { focusNeighbor } from '../../lib/navigation/focus-neighbor.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { criterionKey, listCriteria, removeCriterion } from '../filter/active-criteria.ts'
import type { SearchCriteria } from '../filter/criteria.ts'
import { useCriterionTexts } from '../filter/use-criterion-texts.ts'
import { searchTexts } from '../texts.ts'
import styles from './saved.module.css'
import { savedSearchTexts } from './texts.ts'

type Input = { name: string; inDigest: boolean; criteria: SearchCriteria | null }

type ChipsProps = { criteria: SearchCriteria; onChange: (criteria: SearchCriteria) => void }

/** Shows each criterion as a chip that removes it; the type of profile stays. */
function CriterionChips({ criteria, onChange }: ChipsProps) {
  const t = useTexts(savedSearchTexts)
  const tSearch = useTexts(searchTexts)
  const criterionText = useCriterionTexts()
  return (
    <div>
      <p className={styles.label}>{t('filter')}</p>
      <ul className={styles.chips} aria-label={t('filter')}>
        {listCriteria(criteria).map((criterion) => {
          const text = criterionText(criterion, criteria)
          return (
            <li key={criterionKey(criterion)}>
              {criterion.kind === 'type' ? (
                <span className={styles.chip}>{text}</span>
              ) : (
                <button
                  type="button"
                  className={styles.chip}
                  aria-label={tSearch('chip.remove', { criterion: text })}
                  onClick={({ currentTarget }) => {
                    focusNeighbor(currentTarget, currentTarget.form?.querySelector('input'))
                    onChange(removeCriterion(criteria, criterion))
                  }}
                >
                  {text}
                  <X size="1rem" strokeWidth={1.75} aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type Props = {
  initial: Input
  /** Whether criteria can be removed. */
  changesFilter?: boolean
  send: (input: Input) => Promise<void>
  close: () => void
}

/** Asks for the name of a saved search, and whether the digest counts its new members. */
export function SearchForm({ initial, changesFilter = false, send, close }: Props) {
  const t = useTexts(savedSearchTexts)
  const [criteria, setCriteria] = useState(initial.criteria)
  const { field, values, set, form, isPending } = useForm({
    initial: { name: initial.name, inDigest: initial.inDigest },
    validate: ({ name }) => ({ name: isVisible(name) ? undefined : t('nameMissing') }),
    send: (input) => send({ ...input, criteria }),
    onSent: close,
  })
  return (
    <form className={styles.form} {...form}>
      <TextField
        label={t('name')}
        aside={t('length', { count: String(values.name.length), max: String(SAVED_SEARCH_NAME_MAX) })}
        maxLength={SAVED_SEARCH_NAME_MAX}
        autoComplete="off"
        {...field('name')}
      />
      {changesFilter && criteria && <CriterionChips criteria={criteria} onChange={setCriteria} />}
      <Switch checked={values.inDigest} hint={t('inDigestHint')} onChange={(inDigest) => set({ inDigest })}>
        {t('inDigestLong')}
      </Switch>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={isPending} busyLabel={t('saving')}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}
