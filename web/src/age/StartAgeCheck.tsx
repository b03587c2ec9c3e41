import { useEffect, useState } from 'react'
import { ApiError, describeError } from '../lib/http/api-error.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import styles from './age.module.css'
import { postAgeCheck } from './api.ts'
import * as provider from './open-provider.ts'
import { ageTexts } from './texts.ts'

type Props = {
  wide?: boolean
  /** Why the previous check did not pass. */
  problem?: string | null
}

/** Shows the button that opens the provider of the age check, and why the previous attempt failed. */
export function StartAgeCheck({ wide = false, problem = null }: Props) {
  const t = useTexts(ageTexts)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    // A browser that returns from the provider may show this page exactly as the member left it.
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  const start = async () => {
    setBusy(true)
    setError(null)
    try {
      provider.openProvider((await postAgeCheck()).url)
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      setError(describeError(reason))
      setBusy(false)
    }
  }
  return (
    <div className={styles.start}>
      <p role="alert" className={styles.problem}>
        {error ?? problem}
      </p>
      <Button wide={wide} busy={isBusy} busyLabel={t('starting')} onClick={() => void start()}>
        {t('start')}
      </Button>
    </div>
  )
}
