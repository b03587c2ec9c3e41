import { BadgeCheck } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

export function VerifiedMark({ size = '1.125rem' }: { size?: string }) {
  const t = useTexts(uiTexts)
  return <BadgeCheck className={styles.verified} size={size} strokeWidth={1.75} role="img" aria-label={t('verified')} />
}
