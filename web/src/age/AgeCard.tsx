import type { AgeCheck } from '@app/contract/safety/age-checks'
import { BadgeCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './age.module.css'
import { getAgeCheck } from './api.ts'
import { StartAgeCheck } from './StartAgeCheck.tsx'
import { ageTexts } from './texts.ts'

/** Offers the age check in the settings, or shows that it is passed. */
export function AgeCard() {
  const t = useTexts(ageTexts)
  const [check, setCheck] = useState<AgeCheck | 'failed' | null>(null)
  const load = useCallback(() => {
    setCheck(null)
    getAgeCheck().then(setCheck, () => setCheck('failed'))
  }, [])
  useEffect(load, [load])
  return (
    <Card title={t('card')}>
      {check === null && (
        <Loading text={t('loading')}>
          <Skeleton height="5rem" radius="var(--radius-card)" />
        </Loading>
      )}
      {check === 'failed' && <Failed title={t('loadFailed')} retry={load} />}
      {check !== null && check !== 'failed' && check.result === 'PASS' && (
        <p className={styles.passed}>
          <BadgeCheck size="1.125rem" strokeWidth={1.75} aria-hidden />
          {t('passed')}
        </p>
      )}
      {check !== null && check !== 'failed' && check.result !== 'PASS' && (
        <>
          <p className={styles.lead}>{t('cardLead')}</p>
          <p className={styles.lead}>{t('privacy')}</p>
          <StartAgeCheck problem={check.result === 'FAIL' ? t('failed') : null} />
        </>
      )}
    </Card>
  )
}
