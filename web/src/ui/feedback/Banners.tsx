import { CircleAlert, WifiOff, X } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { lazy } from '../../lib/device/chunks.ts'
import { useConnectivity } from '../../lib/device/online.ts'
import { clearProblems, type Remedy, useProblems } from '../../lib/feedback/problem-banner.ts'
import { useRetryAfter } from '../../lib/http/retry-after.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { uiTexts } from '../texts.ts'
import { Banner } from './Banner.tsx'
import styles from './banners.module.css'
import { NewVersionBanner } from './NewVersionBanner.tsx'

const BusyBanner = lazy(async () => ({ default: (await import('./BusyBanner.tsx')).BusyBanner }))

/** Shows a banner while requests wait because the server asked the client to retry later. */
function BusyRegion() {
  const until = useRetryAfter((state) => state.until)
  return (
    <div role="status">
      <Suspense>{until !== null && <BusyBanner key={until} until={until} />}</Suspense>
    </div>
  )
}

function OfflineBanner() {
  const t = useTexts(uiTexts)
  const isShown = useConnectivity(({ bannerShown }) => bannerShown)
  return (
    <div role="status">
      {isShown && (
        <Banner tone="offline" icon={WifiOff}>
          {t.rich('offline', { strong: (content) => <strong>{content}</strong> })}
        </Banner>
      )}
    </div>
  )
}

/** Clears the errors on navigation, because they belong to a page. */
function ClearOnLeave() {
  useEffect(() => clearProblems, [])
  return null
}

/**
 * Shows what to do about the errors. A page without the menu links to support instead, and does not suggest a reload,
 * which would lose the form's input.
 */
function Advice({ hasMenu, remedy }: { hasMenu: boolean; remedy: Exclude<Remedy, 'none'> }) {
  const t = useTexts(uiTexts)
  const supportUrl = useAppConfig((config) => config.supportUrl)
  if (hasMenu) return <p>{t(remedy)}</p>
  return (
    <p>
      {remedy === 'correct' && `${t('correct')} `}
      {t.rich('stuck', {
        link: (content) => (
          <a className="text-link" href={supportUrl} target="_blank" rel="noopener noreferrer">
            {content}
          </a>
        ),
      })}
    </p>
  )
}

function ErrorBanner({ hasMenu }: { hasMenu: boolean }) {
  const t = useTexts(uiTexts)
  const { messages, remedy } = useProblems()
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
        {remedy === 'none' ? (
          messages.map((message) => <p key={message}>{message}</p>)
        ) : (
          <>
            <p className={styles.title}>{t('problems')}</p>
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
            <Advice hasMenu={hasMenu} remedy={remedy} />
          </>
        )}
      </Banner>
    </div>
  )
}

/**
 * Shows the banners in the flow under the header, so that they push the content down and cover nothing. `hasMenu`: the
 * page has the menu that contains Contact.
 */
export function Banners({ hasMenu = false }: { hasMenu?: boolean }) {
  const { pathname } = useLocation()
  return (
    <div className={styles.banners}>
      <OfflineBanner />
      <BusyRegion />
      <NewVersionBanner />
      <ErrorBanner hasMenu={hasMenu} />
      <ClearOnLeave key={pathname} />
    </div>
  )
}
