import type { Statement } from '@app/contract/safety/decisions'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { AppealBox } from './AppealBox.tsx'
import styles from './decision.module.css'
import { previewTexts } from './preview-texts.ts'
import { StatementFacts } from './StatementFacts.tsx'
import { useSentences } from './use-sentences.ts'

/** Shows the beginning of a statement as its reader will see it, and the whole statement on request. */
export function StatementPreview({ statement }: { statement: Statement }) {
  const t = useTexts(previewTexts)
  const { title, decided } = useSentences()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.small}>{t('preview')}</p>
      <p className={styles.previewTitle}>{title(statement)}</p>
      <p className={styles.previewText}>
        {decided(statement)}{' '}
        <button type="button" className={styles.showAll} onClick={() => setOpen(true)}>
          {t('showAll')}
        </button>
      </p>
      <Dialog title={title(statement)} open={isOpen} onClose={() => setOpen(false)} wide>
        <StatementFacts statement={statement} />
        <AppealBox statement={statement} />
      </Dialog>
    </section>
  )
}
