import type { Case, HandOver as Excerpt } from '@app/contract/safety/cases'
import { useState } from 'react'
import { saveFile } from '../lib/device/save-file.ts'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { postHandOver } from './api.ts'
import { caseTexts } from './case/case-texts.ts'
import { decideTexts } from './decide/decide-texts.ts'

/** Lets a lead save an excerpt of the case for the police, which the server logs. */
export function HandOver({ shown: { row } }: { shown: Case }) {
  const t = useTexts(caseTexts)
  const tDecide = useTexts(decideTexts)
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  async function save(): Promise<void> {
    setPending(true)
    const saveExcerpt = inSession(({ caseId, content }: Excerpt) =>
      saveFile(new Blob([content], { type: 'application/json' }), `case-${caseId}.json`),
    )
    try {
      saveExcerpt(await postHandOver(row.id, { version: row.version }))
      setAsking(false)
    } catch (error) {
      showErrorToast(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('handOver')}
      </Button>
      <ConfirmDialog
        title={t('handOver')}
        confirm={t('handOver')}
        cancelLabel={tDecide('cancel')}
        variant="primary"
        open={isAsking}
        busy={isPending}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      >
        {t('handOverText')}
      </ConfirmDialog>
    </>
  )
}
