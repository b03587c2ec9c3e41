import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
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
  text?: string
  retry: () => void
  /** False where trying again changes nothing unless somebody does something. */
  byItself?: boolean
}

let failuresInARow = 0
let lastFailure = 0

/** The pause before the next try of our own; grows while tries keep failing. */
function pauseInSeconds(now: number): number {
  failuresInARow = now - lastFailure < RETRY_AFTER_MAX * 2_000 ? failuresInARow + 1 : 0
  lastFailure = now
  return Math.min(RETRY_AFTER_SECONDS * 2 ** failuresInARow, RETRY_AFTER_MAX)
}

/** Says when the next try comes, and makes it. */
function NextTry({ retry }: Pick<Props, 'retry'>) {
  const t = useTexts(uiTexts)
  const [seconds, setSeconds] = useState(() => pauseInSeconds(Date.now()))
  useEffect(() => {
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - 1) : retry()), 1_000)
    return () => clearTimeout(timer)
  }, [seconds, retry])
  return <span aria-hidden>{t('retryIn', { seconds })}</span>
}

/** Tries again as soon as the device is online. */
function AtOnceWhenOnline({ retry }: Pick<Props, 'retry'>) {
  useEffect(() => useConnectivity.subscribe(({ online }, before) => online && !before.online && retry()), [retry])
  return null
}

/** An empty state for what could not be loaded: says so or that it takes a network, and tries again by itself. */
export function Failed({ title, text, retry, byItself = true }: Props) {
  const t = useTexts(uiTexts)
  const online = useConnectivity((state) => state.online)
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
        {online ? text : t('needsNetworkText')} {online && byItself && <NextTry retry={retry} />}
      </EmptyState>
      <AtOnceWhenOnline retry={retry} />
    </div>
  )
}
