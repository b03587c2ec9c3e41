import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { ResetRequestForm } from '../../accounts/reset/ResetRequestForm.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetPage() {
  const t = useTexts(accountPageTexts)
  return (
    <LoginFrame title={t('resetTitle')} lead={t('resetLead')}>
      <ResetRequestForm />
    </LoginFrame>
  )
}
