import { CircleAlert, Clock, WifiOff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useConnectivity } from '../lib/online.ts'
import { clearProblems, useProblems } from '../lib/problem-banner.ts'
import { useRetryAfter } from '../lib/retry-after.ts'
import { useTexts } from '../lib/texts.ts'
import { Banner } from './Banner.tsx'
import styles from './banners.module.css'
import { IconButton } from './IconButton.tsx'
import { NewVersionBanner } from './NewVersionBanner.tsx'
import { uiTexts } from './texts.ts'

function OfflineBanner() {
  const t = useTexts(uiTexts)
  const shown = useConnectivity(({ bannerShown }) => bannerShown)
  return (
    <div role="status">
      {shown && (
        <Banner tone="offline" icon={WifiOff}>
          {t.rich('offline', { strong: (words) => <strong>{words}</strong> })}
        </Banner>
      )}
    </div>
  )
}

const secondsUntil = (until: number): number => Math.max(1, Math.ceil((until - Date.now()) / 1_000))

function Countdown({ until }: { until: number }) {
  const t = useTexts(uiTexts)
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return <span aria-hidden>{t('retryIn', { seconds })}</span>
}

/** Why nothing comes while the server has asked to come again later. */
function BusyBanner() {
  const t = useTexts(uiTexts)
  const until = useRetryAfter((state) => state.until)
  return (
    <div role="status">
      {until !== null && (
        <Banner tone="offline" icon={Clock}>
          <strong>{t('busy')}</strong> <Countdown key={until} until={until} />
        </Banner>
      )}
    </div>
  )
}

/** Another page has other problems. */
function ClearOnLeave() {
  useEffect(() => clearProblems, [])
  return null
}

function ErrorBanner() {
  const t = useTexts(uiTexts)
  const messages = useProblems((state) => state.messages)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (messages.length > 0) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [messages])
  if (messages.length === 0) return null
  return (
    <div ref={box} className={styles.errors}>
      <Banner
        tone="error"
        role="alert"
        icon={CircleAlert}
        end={<IconButton icon={X} label={t('close')} onClick={clearProblems} />}
      >
        <p className={styles.title}>{t('problems')}</p>
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <p>{t('help')}</p>
      </Banner>
    </div>
  )
}

/** In the flow under the header: they push the content down and cover nothing. */
export function Banners() {
  const { pathname } = useLocation()
  return (
    <div className={styles.banners}>
      <OfflineBanner />
      <BusyBanner />
      <NewVersionBanner />
      <ErrorBanner />
      <ClearOnLeave key={pathname} />
    </div>
  )
}
