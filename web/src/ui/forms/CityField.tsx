import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { uiTexts } from '../texts.ts'
import { CityChips } from './CityChips.tsx'
import { CityPicker } from './CityPicker.tsx'
import styles from './city-picker.module.css'
import { cityTexts } from './city-texts.ts'
import { FieldError } from './Field.tsx'
import fieldStyles from './field.module.css'

type Props = {
  chosen: readonly string[]
  max: number
  onChange: (chosen: readonly string[]) => void
  error?: string
  /** Shown right of the label; by default the number of cities that can still be chosen. */
  aside?: string
}

/** Shows the chosen cities in a form; the list of options opens in a dialog. */
export function CityField({ chosen, max, onChange, error, aside }: Props) {
  const t = useTexts(uiTexts)
  const tCity = useTexts(cityTexts)
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <div className={fieldStyles.top}>
        <span className={fieldStyles.label} id={id}>
          {t('cities')}
        </span>
        <span className={fieldStyles.aside}>{aside ?? t('left', { left: max - chosen.length })}</span>
      </div>
      <CityChips
        chosen={chosen}
        onRemove={(city) => onChange(chosen.filter((other) => other !== city))}
        end={
          <button
            type="button"
            className={styles.more}
            aria-label={tCity('chooseCities')}
            aria-haspopup="dialog"
            data-invalid={error ? true : undefined}
            onClick={() => setOpen(true)}
          >
            <Plus size="1.25rem" strokeWidth={1.75} aria-hidden />
          </button>
        }
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Dialog title={tCity('chooseCities')} open={open} onClose={close}>
        <CityPicker chosen={chosen} max={max} onChange={onChange} />
        <div className={styles.done}>
          <Button onClick={close}>{t('done')}</Button>
        </div>
      </Dialog>
    </fieldset>
  )
}
