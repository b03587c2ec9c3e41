import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { type ApiError, isRefusal, wordsOf } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { uiTexts } from '../texts.ts'
import { EmptyState } from './EmptyState.tsx'

const RETRY_AFTER_SECONDS = 3
/** Each consecutive failure doubles the wait, up to this, in seconds. */
const RETRY_AFTER_MAX = 60

type Props = {
  /** The title from the specification; 'Något gick fel.' by default. */
  title?: string
  /** Replaces the error's own text. */
  text?: string | undefined
  /** A rejected request is not retried automatically, because the response would be the same. */
  error?: ApiError | undefined
  retry: () => void
}

let failuresInARow = 0
let lastFailure = 0

/** Returns the wait before the next automatic retry, in seconds; doubles while retries keep failing. */
function pauseInSeconds(now: number): number {
  failuresInARow = now - lastFailure < RETRY_AFTER_MAX * 2_000 ? failuresInARow + 1 : 0
  lastFailure = now
  return Math.min(RETRY_AFTER_SECONDS * 2 ** failuresInARow, RETRY_AFTER_MAX)
}

/** Retries after `after` seconds, and shows a countdown unless the wait is long. */
export function RetryCountdown({ after, retry }: { after: number | undefined; retry: () => void }) {
  const t = useTexts(uiTexts)
  const [seconds, setSeconds] = useState(() => after ?? pauseInSeconds(Date.now()))
  useEffect(() => {
    const step = seconds > RETRY_AFTER_MAX ? seconds - RETRY_AFTER_MAX : 1
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - step) : retry()), step * 1_000)
    return () => clearTimeout(timer)
  }, [seconds, retry])
  return seconds <= RETRY_AFTER_MAX && <span aria-hidden>{t('retryIn', { seconds })}</span>
}

/** Retries as soon as the device is online. */
function RetryWhenOnline({ retry }: Pick<Props, 'retry'>) {
  useEffect(() => useConnectivity.subscribe(({ online }, before) => online && !before.online && retry()), [retry])
  return null
}

/**
 * Renders an error state for failed loads: shows the error or that a network is required, and retries automatically.
 */
export function Failed({ title, text, error, retry }: Props) {
  const t = useTexts(uiTexts)
  const online = useConnectivity((state) => state.online)
  const words = text ?? (error && wordsOf(error))
  const retriesAutomatically = !(error && isRefusal(error))
  return (
    <div role="alert">
      <EmptyState
        motif="broken"
        title={online ? (title ?? t('failed')) : t('needsNetwork')}
        action={
          <Button variant="outlined" icon={RefreshCw} onClick={retry}>
            {t('retry')}
          </Button>
        }
      >
        {online ? words : t('needsNetworkText')}{' '}
        {online && retriesAutomatically && <RetryCountdown after={error?.retryAfter} retry={retry} />}
      </EmptyState>
      <RetryWhenOnline retry={retry} />
    </div>
  )
}
