import { useEffect } from 'react'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { LoginForm } from '../../accounts/LoginForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { loadChunk } from '../../lib/device/chunks.ts'
import { runLater } from '../../lib/device/run-later.ts'
import { useTexts } from '../../lib/text/texts.ts'

const INTERACTIONS = ['pointerdown', 'keydown'] as const

/**
 * Suggests the passkeys of the device in the form. Loads the code for this on the first interaction, or after a while
 * (`runLater`).
 */
function useSuggestedPasskeys(): void {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const start = () =>
      void loadChunk(() => import('../../passkeys/login.ts')).then((passkeys) => passkeys.offerPasskeys(signal))
    for (const type of INTERACTIONS) addEventListener(type, start, { once: true, signal })
    signal.addEventListener('abort', runLater(start))
    return () => controller.abort()
  }, [])
}

export function LoginPage() {
  const t = useTexts(accountTexts)
  useSuggestedPasskeys()
  return (
    <LoginFrame title={t('welcome')} lead={t('logInToContinue')}>
      <LoginForm />
    </LoginFrame>
  )
}
