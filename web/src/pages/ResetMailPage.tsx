import { useParams } from 'react-router-dom'
import { LoginFrame } from '../accounts/LoginFrame.tsx'
import { ResetSent } from '../accounts/ResetSent.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { useTexts } from '../lib/texts.ts'

export function ResetMailPage() {
  const t = useTexts(accountTexts)
  const { email = '' } = useParams()
  return (
    <LoginFrame title={t('checkMail')}>
      <ResetSent email={email} />
    </LoginFrame>
  )
}
