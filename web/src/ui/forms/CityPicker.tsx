import { CITIES, CITIES_IN_PICKER_ORDER } from '@app/contract/members/cities'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { Bars } from '../feedback/Bars.tsx'
import { uiTexts } from '../texts.ts'
import { Checkbox } from './Checkbox.tsx'
import { CityChips } from './CityChips.tsx'
import styles from './city-picker.module.css'
import { cityTexts } from './city-texts.ts'
import { FieldError } from './Field.tsx'
import fieldStyles from './field.module.css'

type Props = {
  title?: ReactNode
  chosen: readonly string[]
  max: number
  onChange: (chosen: readonly string[]) => void
  error?: string
}

/**
 * Returns the matching cities, those that begin with the text first. Ignores case but not accents, because accents
 * distinguish city names.
 */
const findCities = (query: string): readonly string[] => {
  const text = query.trim().toLocaleLowerCase('sv')
  if (text === '') return CITIES_IN_PICKER_ORDER
  const starting = CITIES.filter((city) => city.toLocaleLowerCase('sv').startsWith(text))
  const containing = CITIES.filter((city) => city.toLocaleLowerCase('sv').slice(1).includes(text))
  return [...new Set([...starting, ...containing])]
}

export function CityPicker({ title, chosen, max, onChange, error }: Props) {
  const t = useTexts(uiTexts)
  const tCity = useTexts(cityTexts)
  const id = useId()
  const [query, setQuery] = useState('')
  const cities = findCities(useDeferredValue(query))
  const left = max - chosen.length
  const remove = (city: string) => onChange(chosen.filter((other) => other !== city))
  const toggle = (city: string, isOn: boolean) => (isOn ? onChange([...chosen, city]) : remove(city))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const last = chosen.at(-1)
    if (key === 'Backspace' && query === '' && last !== undefined) remove(last)
  }
  return (
    <fieldset aria-label={t('cities')} aria-describedby={error ? `${id}-error` : undefined}>
      <div className={styles.header}>
        {title}
        <p className={styles.count} role="status">
          <Bars filled={chosen.length} total={max} thin />
          {tCity('citiesLeft', { max, left })}
        </p>
      </div>
      {chosen.length > 0 && <CityChips chosen={chosen} onRemove={remove} />}
      <div className={classes(fieldStyles.box, styles.search)}>
        <Search className={fieldStyles.lead} size="1.25rem" strokeWidth={1.75} aria-hidden />
        <input
          type="search"
          className={classes(fieldStyles.input, fieldStyles.withLead)}
          aria-label={tCity('searchCity')}
          placeholder={tCity('searchCity')}
          aria-invalid={error ? true : undefined}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={styles.grid}>
        {cities.map((city) => {
          const isChosen = chosen.includes(city)
          return (
            <Checkbox
              key={city}
              checked={isChosen}
              disabled={!isChosen && left <= 0}
              onChange={(e) => toggle(city, e.target.checked)}
            >
              {city}
            </Checkbox>
          )
        })}
        {cities.length === 0 && <p className={styles.none}>{tCity('noCity')}</p>}
      </div>
    </fieldset>
  )
}
