import { Trash } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { clearVisitors } from './store.ts'
import { visitsTexts } from './texts.ts'

export function ClearVisitors({ name }: { name: string }) {
  const t = useTexts(visitsTexts)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function clear(): Promise<void> {
    setBusy(true)
    await clearVisitors(name)
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <Button variant="dangerQuiet" icon={Trash} onClick={() => setAsking(true)}>
        {t('clear')}
      </Button>
      <ConfirmDialog
        title={t('clearTitle')}
        confirm={t('clear')}
        keep={t('keep')}
        open={asking}
        busy={busy}
        onConfirm={() => void clear()}
        onClose={() => setAsking(false)}
      >
        {t('clearText')}
      </ConfirmDialog>
    </>
  )
}
