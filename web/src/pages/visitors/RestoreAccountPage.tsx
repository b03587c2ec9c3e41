import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { RestoreAccountForm } from '../../accounts/RestoreAccountForm.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function RestoreAccountPage() {
  const t = useTexts(accountTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('undeleteTitle')}>
      <RestoreAccountForm token={token} />
    </LoginFrame>
  )
}
