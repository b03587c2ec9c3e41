import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import { Banner } from './Banner.tsx'

const secondsUntil = (until: number): number => Math.max(1, Math.ceil((until - Date.now()) / 1_000))

/** Counts down to the next retry. */
export function BusyBanner({ until }: { until: number }) {
  const t = useTexts(uiTexts)
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Banner tone="offline" icon={Clock}>
      <strong>{t('busy')}</strong> <span aria-hidden>{t('retryIn', { seconds })}</span>
    </Banner>
  )
}
