import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusNeighbor } from '../../lib/navigation/focus-neighbor.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './city-picker.module.css'
import { cityTexts } from './city-texts.ts'

type Props = {
  chosen: readonly string[]
  onRemove: (city: string) => void
  /** Rendered after the chips in their row. */
  end?: ReactNode
}

/** Returns the control after a button in its field. */
function controlAfter(button: HTMLElement): HTMLElement | undefined {
  const controls = [...(button.closest('fieldset')?.querySelectorAll<HTMLElement>('button, input') ?? [])]
  return controls[controls.indexOf(button) + 1]
}

/** Shows the chosen cities, each with a button that removes it and moves the focus on. */
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
                onClick={({ currentTarget }) => {
                  focusNeighbor(currentTarget, controlAfter(currentTarget))
                  onRemove(city)
                }}
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
