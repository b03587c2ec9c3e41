import { useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './settings.module.css'
import { clearVisitors } from './store.ts'
import { settingsTexts } from './texts.ts'

/** Empties the list of those who have looked at the member's profile. */
export function ClearVisitors() {
  const t = useTexts(settingsTexts)
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.actions}>
      <Button variant="dangerQuiet" onClick={() => setAsking(true)}>
        {t('clearVisitors')}
      </Button>
      <ConfirmDialog
        title={t('clearVisitorsTitle')}
        confirm={t('clearVisitors')}
        keep={t('keep')}
        open={asking}
        onConfirm={() => {
          setAsking(false)
          void clearVisitors()
        }}
        onClose={() => setAsking(false)}
      >
        {t('clearVisitorsText')}
      </ConfirmDialog>
    </div>
  )
}
