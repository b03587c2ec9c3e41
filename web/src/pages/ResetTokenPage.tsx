import { useParams } from 'react-router-dom'
import { LoginFrame } from '../accounts/LoginFrame.tsx'
import { NewPasswordForm } from '../accounts/NewPasswordForm.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { useTexts } from '../lib/texts.ts'

export function ResetTokenPage() {
  const t = useTexts(accountTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('newPassword')} lead={t('newPasswordLead')}>
      <NewPasswordForm token={token} />
    </LoginFrame>
  )
}
