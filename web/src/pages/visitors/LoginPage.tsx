import { useEffect } from 'react'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { LoginForm } from '../../accounts/LoginForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { loadChunk } from '../../lib/device/chunks.ts'
import { runWhenIdle } from '../../lib/device/run-when-idle.ts'
import { useTexts } from '../../lib/text/texts.ts'

const INTERACTIONS = ['pointerover', 'keydown'] as const

/**
 * Suggests the passkeys of the device in the form. Loads the code for this on the first interaction, before a field is
 * pressed, or when the page has been open for a while.
 */
function useSuggestedPasskeys(): void {
  useEffect(() => {
    let isLeft = false
    let withdraw: (() => void) | undefined
    const stop = (): void => {
      cancel()
      for (const type of INTERACTIONS) removeEventListener(type, start)
    }
    function start(): void {
      stop()
      if (window.PublicKeyCredential)
        void loadChunk(() => import('../../passkeys/autofill.ts')).then(({ offerPasskeys }) => {
          if (!isLeft) withdraw = offerPasskeys()
        })
    }
    for (const type of INTERACTIONS) addEventListener(type, start)
    const cancel = runWhenIdle(start)
    return () => {
      isLeft = true
      stop()
      withdraw?.()
    }
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
