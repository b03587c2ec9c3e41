import { LoginFrame } from '../accounts/LoginFrame.tsx'
import { ResetRequestForm } from '../accounts/ResetRequestForm.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { useTexts } from '../lib/texts.ts'

export function ResetPage() {
  const t = useTexts(accountTexts)
  return (
    <LoginFrame title={t('resetTitle')} lead={t('resetLead')}>
      <ResetRequestForm />
    </LoginFrame>
  )
}
