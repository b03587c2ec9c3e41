import { Spiciness } from '@app/contract/games'
import { useId } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import choiceStyles from '../ui/forms/choice.module.css'
import styles from './games.module.css'
import { HeatDots } from './Heat.tsx'
import { gamesTexts } from './texts.ts'

/** Chooses the maximum heat of the cards. */
export function HeatChoice({ value, onChange }: { value: Spiciness; onChange: (heat: Spiciness) => void }) {
  const t = useTexts(gamesTexts)
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {t('heat')}
      </p>
      <div className={styles.heats}>
        {Spiciness.options.map((heat) => (
          <label key={heat} className={classes(choiceStyles.pill, styles.heat)}>
            <input
              type="radio"
              className={choiceStyles.native}
              name={id}
              checked={value === heat}
              onChange={() => onChange(heat)}
            />
            <HeatDots heat={heat} />
            {t(heat)}
          </label>
        ))}
      </div>
    </div>
  )
}
