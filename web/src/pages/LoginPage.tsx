import { LoginForm } from '../accounts/LoginForm.tsx'
import { LoginFrame } from '../accounts/LoginFrame.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { useTexts } from '../lib/texts.ts'

export function LoginPage() {
  const t = useTexts(accountTexts)
  return (
    <LoginFrame title={t('welcome')} lead={t('logInToContinue')}>
      <LoginForm />
    </LoginFrame>
  )
}
