import { SEARCH_CITIES_MAX } from '@app/contract/limits'
import { useTexts } from '../../lib/text/texts.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ChoicePills } from '../../ui/forms/ChoicePills.tsx'
import { CityField } from '../../ui/forms/CityField.tsx'
import { searchTexts } from '../texts.ts'
import type { DraftCriteria } from './criteria.ts'
import styles from './form.module.css'

const DAYS = ['any', '1', '7', '30'] as const

type Props = { criteria: DraftCriteria; onChange: (change: Partial<DraftCriteria>) => void }

/** Lets the member edit the cities, the last activity, and whether a photo and verification are required. */
export function MoreCriteria({ criteria, onChange }: Props) {
  const t = useTexts(searchTexts)
  const days = criteria.activeWithinDays
  const presets = DAYS.map((value): { value: string; label: string } => ({ value, label: t(`days.${value}`) }))
  const isPreset = days === null || DAYS.some((value) => value === String(days))
  const choices = isPreset ? presets : [...presets, { value: String(days), label: t('within', { days }) }]
  return (
    <>
      <CityField chosen={criteria.cities} max={SEARCH_CITIES_MAX} onChange={(cities) => onChange({ cities })} />
      <ChoicePills
        dense
        legend={t('active')}
        choices={choices}
        value={days === null ? 'any' : String(days)}
        onChange={(value) => onChange({ activeWithinDays: value === 'any' ? null : Number(value) })}
      />
      <div className={styles.boxes}>
        <Checkbox
          checked={criteria.onlyWithPhoto}
          onChange={({ target }) => onChange({ onlyWithPhoto: target.checked })}
        >
          {t('onlyWithPhoto')}
        </Checkbox>
        <Checkbox checked={criteria.verified} onChange={({ target }) => onChange({ verified: target.checked })}>
          {t('verified')}
        </Checkbox>
      </div>
    </>
  )
}
