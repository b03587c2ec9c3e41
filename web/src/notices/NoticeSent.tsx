import { SEVERITIES } from '@app/contract/safety/report-rules'
import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import type { SentNotice } from './NoticeForm.tsx'
import styles from './notice.module.css'
import { noticeTexts } from './texts.ts'

/** Confirms that a notice is filed, and shows what happens next. */
export function NoticeSent({ sent: { category, email }, onAgain }: { sent: SentNotice; onAgain: () => void }) {
  const t = useTexts(noticeTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const severity = SEVERITIES[category]
  return (
    <Card roomy>
      <div className={styles.form}>
        <h2 ref={heading} tabIndex={-1}>
          {t('sentTitle')}
        </h2>
        <ol className={styles.next}>
          {email !== null && (
            <li>{t.rich('receipt', { address: () => <strong className={styles.address}>{email}</strong> })}</li>
          )}
          <li>{t(`aim.${severity}`)}</li>
          <li>{t(email === null ? 'noAnswer' : 'answer')}</li>
        </ol>
        <p>{t('law')}</p>
        {severity === 'CRITICAL' && <p>{t('danger')}</p>}
        <div>
          <Button variant="outlined" onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
