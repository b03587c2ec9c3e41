import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open !== wasOpen.current) row.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <div ref={row} className={styles.credential}>
      <div className={styles.place}>
        <span className={styles.seen}>{label}</span>
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
