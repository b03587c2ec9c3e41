import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { ResetSent } from '../../accounts/reset/ResetSent.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetMailPage() {
  const t = useTexts(accountPageTexts)
  const { email = '' } = useParams()
  return (
    <LoginFrame title={t('checkMail')}>
      <ResetSent email={email} />
    </LoginFrame>
  )
}
