import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { ResetRequestForm } from '../../accounts/reset/ResetRequestForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetPage() {
  const t = useTexts(accountTexts)
  return (
    <LoginFrame title={t('resetTitle')} lead={t('resetLead')}>
      <ResetRequestForm />
    </LoginFrame>
  )
}
