import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { NewPasswordForm } from '../../accounts/reset/NewPasswordForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetTokenPage() {
  const t = useTexts(accountTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('newPassword')} lead={t('newPasswordLead')}>
      <NewPasswordForm token={token} />
    </LoginFrame>
  )
}
