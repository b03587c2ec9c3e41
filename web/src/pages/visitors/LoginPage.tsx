import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { LoginForm } from '../../accounts/LoginForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function LoginPage() {
  const t = useTexts(accountTexts)
  return (
    <LoginFrame title={t('welcome')} lead={t('logInToContinue')}>
      <LoginForm />
    </LoginFrame>
  )
}
