import { Trash } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { clearVisitors } from './store.ts'
import { visitsTexts } from './texts.ts'

export function ClearVisitors({ name }: { name: string }) {
  const t = useTexts(visitsTexts)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  async function clear(): Promise<void> {
    setBusy(true)
    await clearVisitors(name)
    setBusy(false)
    setConfirming(false)
  }
  return (
    <>
      <Button variant="dangerQuiet" icon={Trash} onClick={() => setConfirming(true)}>
        {t('clear')}
      </Button>
      <ConfirmDialog
        title={t('clearTitle')}
        confirm={t('clear')}
        cancelLabel={t('keep')}
        open={confirming}
        busy={busy}
        onConfirm={() => void clear()}
        onClose={() => setConfirming(false)}
      >
        {t('clearText')}
      </ConfirmDialog>
    </>
  )
}
