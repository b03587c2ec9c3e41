import type { QueueName } from '@app/contract/operations'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { retryJobs } from '../store.ts'
import { operationsTexts } from '../texts.ts'
import { focusFailedJobs } from './focus-failed-jobs.ts'

/** Retries all failed jobs of a queue after a confirmation, because an unfixed cause would fail all of them again. */
export function RetryQueue({ queue }: { queue: QueueName }) {
  const t = useTexts(operationsTexts)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = t(`queue.${queue}`)
  const retry = async () => {
    setBusy(true)
    const isDone = await retryJobs({ queue })
    setBusy(false)
    if (!isDone) return
    // Closes the dialog first, because it is removed together with its queue.
    flushSync(() => setConfirming(false))
    focusFailedJobs()
  }
  return (
    <>
      <Button
        variant="outlined"
        icon={RotateCw}
        aria-label={t('jobs.retryAllNamed', { queue: name })}
        onClick={() => setConfirming(true)}
      >
        {t('jobs.retryAll')}
      </Button>
      <ConfirmDialog
        title={t('jobs.confirmationTitle', { queue: name })}
        confirm={t('jobs.retryAll')}
        cancelLabel={t('jobs.cancel')}
        variant="primary"
        open={confirming}
        busy={busy}
        onConfirm={() => void retry()}
        onClose={() => setConfirming(false)}
      >
        {t('jobs.confirmationText')}
      </ConfirmDialog>
    </>
  )
}
