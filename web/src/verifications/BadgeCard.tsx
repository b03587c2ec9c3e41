import { VERIFICATIONS_FOR_BADGE } from '@app/contract/limits'
import type { VerificationsResponse } from '@app/contract/members/verifications'
import { BadgeCheck } from 'lucide-react'
import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Steps } from '../ui/feedback/Bars.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

/** Shows whether the member has the badge, the progress towards it, and its requirements. */
export function BadgeCard({ verified, verifications }: Pick<VerificationsResponse, 'verified' | 'verifications'>) {
  const t = useTexts(verificationsTexts)
  const inWords = useNumberInWords()
  const total = VERIFICATIONS_FOR_BADGE
  const count = Math.min(verifications.length, total)
  return (
    <Card title={t('badge')}>
      <div className={styles.badge}>
        <Chip tone={verified ? 'trust' : 'outline'} icon={verified ? BadgeCheck : undefined}>
          {t(verified ? 'verified' : 'notVerified')}
        </Chip>
        {!verified && <Steps filled={count} total={total} text={t('steps', { count, total })} />}
      </div>
      <p>{t('rules', { members: inWords(total) })}</p>
      <p className={styles.quiet}>{t('rulesText')}</p>
    </Card>
  )
}
