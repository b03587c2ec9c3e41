import { Lock } from 'lucide-react'
import { useEffect } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from '../case/case.module.css'
import { caseTexts } from '../case/case-texts.ts'
import { renewClaim } from '../case/open-case.ts'
import { useDurations } from '../use-durations.ts'

const WARNING_MS = 5 * 60_000

type Props = { claimedUntil: string; onExpired: () => void }

/** Counts down the claim of the open case. Warns during the last five minutes, and renews the claim on request. */
export function ClaimChip({ claimedUntil, onExpired }: Props) {
  const t = useTexts(caseTexts)
  const { msUntil, until } = useDurations()
  const left = msUntil(claimedUntil)
  const isOver = left <= 0
  const endsSoon = left <= WARNING_MS
  const time = until(claimedUntil)
  useEffect(() => {
    if (isOver) onExpired()
  }, [isOver, onExpired])
  return (
    <>
      {endsSoon ? (
        <button
          type="button"
          className={styles.claimEndsSoon}
          onClick={() => void renewClaim(true).catch(showErrorToast)}
        >
          <Lock size="1rem" strokeWidth={1.75} aria-hidden />
          <time dateTime={claimedUntil} aria-live="off">
            {t('claimedSoon', { time })}
          </time>
        </button>
      ) : (
        <span className={styles.claim}>
          <Lock size="1rem" strokeWidth={1.75} aria-hidden />
          <time dateTime={claimedUntil} aria-live="off">
            {t('claimed', { time })}
          </time>
        </span>
      )}
      <span role="status" className="visually-hidden">
        {endsSoon && t('claimedSoon', { time: until(new Date(Date.now() + WARNING_MS).toISOString()) })}
      </span>
    </>
  )
}
