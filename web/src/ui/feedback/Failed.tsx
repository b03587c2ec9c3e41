import { RefreshCw } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { type ApiError, describeError, isApiError, isRejection } from '../../lib/http/api-error.ts'
import { watchForFocusLoss } from '../../lib/navigation/focus-loss.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { uiTexts } from '../texts.ts'
import { EmptyState } from './EmptyState.tsx'

const RETRY_DELAY_S = 3
/** The maximum wait of the backoff in seconds. */
const RETRY_DELAY_MAX_S = 60

type Props = {
  /** The heading; 'Något gick fel.' by default. */
  title?: string
  /** Replaces the error's own text. */
  text?: string | undefined
  /** Explains what requires the network while the device is offline; 'Det läses in …' by default. */
  offlineText?: string
  /**
   * A rejected request is not retried after a countdown, because the response would be the same. If the member may not see
   * the data, or there is none, no button offers to retry either.
   */
  error?: ApiError | undefined
  retry: () => void
}

let consecutiveFailures = 0
let lastFailureAt = 0

/** Returns the wait before the next automatic retry, in seconds; doubles while retries keep failing. */
function nextDelayInSeconds(now: number): number {
  consecutiveFailures = now - lastFailureAt < RETRY_DELAY_MAX_S * 2_000 ? consecutiveFailures + 1 : 0
  lastFailureAt = now
  return Math.min(RETRY_DELAY_S * 2 ** consecutiveFailures, RETRY_DELAY_MAX_S)
}

/** Retries after the delay, by default the next backoff, and shows a countdown unless the wait is long. */
export function RetryCountdown({ delaySeconds, retry }: { delaySeconds: number | undefined; retry: () => void }) {
  const t = useTexts(uiTexts)
  const [seconds, setSeconds] = useState(() => delaySeconds ?? nextDelayInSeconds(Date.now()))
  useEffect(() => {
    const step = seconds > RETRY_DELAY_MAX_S ? seconds - RETRY_DELAY_MAX_S : 1
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - step) : retry()), step * 1_000)
    return () => clearTimeout(timer)
  }, [seconds, retry])
  return seconds <= RETRY_DELAY_MAX_S && <span aria-hidden>{t('retryIn', { seconds })}</span>
}

/** Retries as soon as the device is online. */
function RetryWhenOnline({ retry }: Pick<Props, 'retry'>) {
  useEffect(() => useConnectivity.subscribe(({ online }, previous) => online && !previous.online && retry()), [retry])
  return null
}

/**
 * Renders an error state for failed loads: shows the error or that a network is required. Retries when the device is
 * online again and, unless the server rejected the request, after a countdown.
 */
export function Failed({ title, text, offlineText, error, retry }: Props) {
  const t = useTexts(uiTexts)
  const online = useConnectivity((state) => state.online)
  const message = text ?? (error && describeError(error))
  const hasCountdown = !(error && isRejection(error))
  const onRetry = ({ currentTarget }: MouseEvent) => {
    // The data, or an outline of it, replaces the button.
    watchForFocusLoss(currentTarget)
    retry()
  }
  const isFinal = online && (isApiError(error, 'FORBIDDEN') || isApiError(error, 'NOT_FOUND'))
  return (
    <div role="alert">
      <EmptyState
        motif="broken"
        title={online ? (title ?? t('failed')) : t('needsNetwork')}
        action={
          !isFinal && (
            <Button variant="outlined" icon={RefreshCw} onClick={onRetry}>
              {t('retry')}
            </Button>
          )
        }
      >
        {online ? message : (offlineText ?? t('needsNetworkText'))}{' '}
        {online && hasCountdown && <RetryCountdown delaySeconds={error?.retryAfter} retry={retry} />}
      </EmptyState>
      <RetryWhenOnline retry={retry} />
    </div>
  )
}
