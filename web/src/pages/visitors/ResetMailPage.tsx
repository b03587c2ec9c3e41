import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { ResetSent } from '../../accounts/reset/ResetSent.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function ResetMailPage() {
  const t = useTexts(accountTexts)
  const { email = '' } = useParams()
  return (
    <LoginFrame title={t('checkMail')}>
      <ResetSent email={email} />
    </LoginFrame>
  )
}
