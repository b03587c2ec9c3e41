import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ApiError, isRefusal, wordsOf } from '../lib/api-error.ts'
import { useConnectivity } from '../lib/online.ts'
import { useTexts } from '../lib/texts.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { uiTexts } from './texts.ts'

const RETRY_AFTER_SECONDS = 3
/** Each failure in a row doubles the wait, up to this. */
const RETRY_AFTER_MAX = 60

type Props = {
  /** The specified words; 'Något gick fel.' otherwise. */
  title?: string
  /** Instead of what the error says. */
  text?: string | undefined
  /** A refusal is not tried again by itself: that would bring the same answer. */
  error?: ApiError | undefined
  retry: () => void
}

let failuresInARow = 0
let lastFailure = 0

/** The pause before the next try of our own; grows while tries keep failing. */
function pauseInSeconds(now: number): number {
  failuresInARow = now - lastFailure < RETRY_AFTER_MAX * 2_000 ? failuresInARow + 1 : 0
  lastFailure = now
  return Math.min(RETRY_AFTER_SECONDS * 2 ** failuresInARow, RETRY_AFTER_MAX)
}

/** Makes the next try after so many seconds, and says when as far as that is worth waiting for. */
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

/** Tries again as soon as the device is online. */
function RetryWhenOnline({ retry }: Pick<Props, 'retry'>) {
  useEffect(() => useConnectivity.subscribe(({ online }, before) => online && !before.online && retry()), [retry])
  return null
}

/** An empty state for what could not be loaded: says so or that it takes a network, and tries again by itself. */
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
