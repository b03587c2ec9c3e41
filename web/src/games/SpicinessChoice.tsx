import { Spiciness } from '@app/contract/games'
import { useId } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import choiceStyles from '../ui/forms/choice.module.css'
import styles from './games.module.css'
import { SpicinessDots } from './SpicinessDots.tsx'
import { gamesTexts } from './texts.ts'

type Props = {
  value: Spiciness
  onChange: (spiciness: Spiciness) => void
  /** Whether all four are in one row, with the dots above the words. */
  row?: boolean
}

/** Shows the choice of the maximum spiciness of the cards. */
export function SpicinessChoice({ value, onChange, row = false }: Props) {
  const t = useTexts(gamesTexts)
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {t('spiciness')}
      </p>
      <div className={classes(styles.spicinessChoices, row && styles.inRow)}>
        {Spiciness.options.map((spiciness) => (
          <label key={spiciness} className={classes(choiceStyles.pill, styles.spicinessChoice)}>
            <input
              type="radio"
              className={choiceStyles.native}
              name={id}
              checked={value === spiciness}
              onChange={() => onChange(spiciness)}
            />
            <SpicinessDots spiciness={spiciness} />
            {t(spiciness)}
          </label>
        ))}
      </div>
    </div>
  )
}
