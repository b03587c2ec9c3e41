import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { getSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { PasskeyLogin } from '../../passkeys/PasskeyLogin.tsx'
import { passkeyTexts } from '../../passkeys/texts.ts'

/** Logs in with a passkey. A page that requires one passes its own path, to which the login returns. */
export function PasskeyLoginPage() {
  const t = useTexts(passkeyTexts)
  const navigate = useNavigate()
  const { state }: { state: { from?: string } | null } = useLocation()
  const target = state?.from ?? '/chats'
  const [wasLoggedIn] = useState(() => getSession() !== null)
  return (
    <LoginFrame title={t('login')} lead={t('loginLead')}>
      <PasskeyLogin onLoggedIn={() => void navigate(target, { replace: true })} back={wasLoggedIn ? target : null} />
    </LoginFrame>
  )
}
