import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { clearProblems, showError } from '../lib/feedback/problem-banner.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { postLoginRequest } from './api.ts'
import { DeviceRefusal, hasPasskeys } from './device.ts'
import { logInWithPasskey } from './login.ts'
import styles from './passkeys.module.css'
import { passkeyTexts } from './texts.ts'

/** `refused`: the device provided no passkey. `notAccepted`: the server rejected it. */
type State = 'idle' | 'waiting' | 'refused' | 'notAccepted'

type Props = {
  /** Runs after the login. */
  onLoggedIn: () => void
  /** The page to return to if the member is already logged in; null for others, who can use their password instead. */
  back: string | null
  /** Opens the login with a recovery code. */
  onCode: () => void
}

/** Logs in with a passkey on a button press, since browsers show their dialog only after user input. */
export function PasskeyLogin({ onLoggedIn, back, onCode }: Props) {
  const t = useTexts(passkeyTexts)
  const [state, setState] = useState<State>('idle')
  const isSupported = hasPasskeys()
  const hasFailed = state === 'refused' || state === 'notAccepted'

  async function logIn(): Promise<void> {
    clearProblems()
    setState('waiting')
    try {
      await logInWithPasskey(await postLoginRequest())
      onLoggedIn()
    } catch (error) {
      const isRefused = error instanceof DeviceRefusal
      const isNotAccepted = isApiError(error, 'FALSE_CREDENTIALS')
      setState(isRefused ? 'refused' : isNotAccepted ? 'notAccepted' : 'idle')
      if (!isRefused && !isNotAccepted) showError(error)
    }
  }

  return (
    <div className={styles.login}>
      {(hasFailed || !isSupported) && (
        <Banner tone="info" icon={LogIn} role={isSupported ? 'alert' : 'note'}>
          {t(!isSupported ? 'unsupported' : state === 'refused' ? 'refusal.canceled' : 'notAccepted')}
        </Banner>
      )}
      <div className={styles.buttons}>
        {isSupported && (
          <Button wide busy={state === 'waiting'} busyLabel={t('loginWaiting')} onClick={() => void logIn()}>
            {t(hasFailed ? 'loginAgain' : 'login')}
          </Button>
        )}
        <ButtonLink to={back ?? '/'} variant="outlined" wide>
          {t(back === null ? 'passwordInstead' : 'cancel')}
        </ButtonLink>
        {back === null && (
          <Button variant="quiet" wide onClick={onCode}>
            {t('codeLogin')}
          </Button>
        )}
      </div>
    </div>
  )
}
