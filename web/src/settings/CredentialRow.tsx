import type { ReactNode } from 'react'
import { useFormInPlace } from '../lib/forms/use-form-in-place.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

type Props = {
  label: string
  value: ReactNode
  /** The button's name for screen readers. */
  changeLabel: string
  form: (close: () => void) => ReactNode
}

/** Shows a credential, and a form to change it that opens in place. Moves the focus into the form and back. */
export function CredentialRow({ label, value, changeLabel, form }: Props) {
  const t = useTexts(settingsTexts)
  const { row, open, setOpen } = useFormInPlace()
  return (
    <div ref={row} className={styles.credential}>
      <div className={styles.rowText}>
        <span className={styles.rowHint}>{label}</span>
        <span className={styles.value}>{value}</span>
      </div>
      {!open && (
        <Button variant="outlined" aria-label={changeLabel} onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      )}
      {open && <div className={styles.credentialForm}>{form(() => setOpen(false))}</div>}
    </div>
  )
}
