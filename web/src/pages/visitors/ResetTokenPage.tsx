import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { NewPasswordForm } from '../../accounts/reset/NewPasswordForm.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetTokenPage() {
  const t = useTexts(accountPageTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('newPassword')} lead={t('newPasswordLead')}>
      <NewPasswordForm token={token} />
    </LoginFrame>
  )
}
