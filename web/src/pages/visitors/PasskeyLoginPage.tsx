import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { getSession } from '../../lib/http/session.ts'
import { settingsUrl } from '../../lib/navigation/settings-url.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { PasskeyLogin } from '../../passkeys/PasskeyLogin.tsx'
import { RecoveryLogin } from '../../passkeys/RecoveryLogin.tsx'
import { passkeyTexts } from '../../passkeys/texts.ts'

/**
 * Logs in with a passkey, then returns to the page that required one. A login with a recovery code opens the settings
 * instead, where the member can add a passkey.
 */
export function PasskeyLoginPage() {
  const t = useTexts(passkeyTexts)
  const navigate = useNavigate()
  const { state }: { state: { from?: string } | null } = useLocation()
  const target = state?.from ?? '/chats'
  const [hasCode, setHasCode] = useState(false)
  const [wasLoggedIn] = useState(() => getSession() !== null)
  return (
    <LoginFrame title={t(hasCode ? 'codeLogin' : 'login')} lead={t(hasCode ? 'codeLoginLead' : 'loginLead')}>
      {hasCode ? (
        <RecoveryLogin
          onLoggedIn={() => void navigate(settingsUrl('login'), { replace: true })}
          close={() => setHasCode(false)}
        />
      ) : (
        <PasskeyLogin
          onLoggedIn={() => void navigate(target, { replace: true })}
          back={wasLoggedIn ? target : null}
          onCode={() => setHasCode(true)}
        />
      )}
    </LoginFrame>
  )
}
