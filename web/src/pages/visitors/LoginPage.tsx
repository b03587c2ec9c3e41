import { useEffect } from 'react'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { LoginForm } from '../../accounts/LoginForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { loadChunk } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'

/** Suggests the passkeys of the device in the form. Loads the code for this after the first paint. */
function useSuggestedPasskeys(): void {
  useEffect(() => {
    let isLeft = false
    let withdraw: (() => void) | undefined
    if (window.PublicKeyCredential)
      void loadChunk(() => import('../../passkeys/autofill.ts')).then(({ offerPasskeys }) => {
        if (!isLeft) withdraw = offerPasskeys()
      })
    return () => {
      isLeft = true
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
