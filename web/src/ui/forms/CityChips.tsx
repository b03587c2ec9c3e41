import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './city-picker.module.css'
import { cityTexts } from './city-texts.ts'

type Props = {
  chosen: readonly string[]
  onRemove: (city: string) => void
  /** Rendered after the chips in their row. */
  end?: ReactNode
}

/** Shows the chosen cities, each with a button that removes it. */
export function CityChips({ chosen, onRemove, end }: Props) {
  const t = useTexts(cityTexts)
  return (
    <div className={styles.chips}>
      {chosen.length > 0 && (
        <ul className={styles.chipList} aria-label={t('chosenCities')}>
          {chosen.map((city) => (
            <li key={city}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t('removeCity', { city })}
                onClick={() => onRemove(city)}
              >
                {city}
                <X size="1rem" strokeWidth={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {end}
    </div>
  )
}
