import type { Id } from '@app/contract/base'
import type { CaseReport, ReporterName } from '@app/contract/safety/cases'
import { useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { postNames } from '../api.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'

type Props = { id: Id; reports: readonly CaseReport[]; open: boolean; onClose: () => void }

/** Shows the names of the reporters, after a warning that the server logs this. */
export function NamesDialog({ id, reports, open, onClose }: Props) {
  const t = useTexts(caseTexts)
  const [names, setNames] = useState<readonly ReporterName[] | null>(null)
  const [isPending, setPending] = useState(false)
  const isNotice = (letter: string) => reports.some((report) => report.letter === letter && report.notice)
  async function show(): Promise<void> {
    setPending(true)
    await postNames(id).then(setNames, showErrorToast)
    setPending(false)
  }
  return (
    <Dialog title={t('names')} open={open} onClose={onClose}>
      {names ? (
        <dl className={styles.names}>
          {names.map(({ letter, userName, name, email }) => (
            <div key={letter}>
              <dt>{letter}</dt>
              <dd dir="auto">
                {userName ?? ([name, email].filter(Boolean).join(', ') || t(isNotice(letter) ? 'anonymous' : 'nobody'))}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{t('showNamesText')}</p>
      )}
      <div className={styles.dialogActions}>
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
        {!names && (
          <Button busy={isPending} busyLabel={t('showNames')} onClick={() => void show()}>
            {t('showNames')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
