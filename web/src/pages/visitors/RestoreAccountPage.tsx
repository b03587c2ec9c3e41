import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { RestoreAccountForm } from '../../accounts/RestoreAccountForm.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function RestoreAccountPage() {
  const t = useTexts(accountPageTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('undeleteTitle')}>
      <RestoreAccountForm token={token} />
    </LoginFrame>
  )
}
