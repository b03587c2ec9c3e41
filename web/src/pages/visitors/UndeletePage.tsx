import { useParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { UndeleteForm } from '../../accounts/UndeleteForm.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function UndeletePage() {
  const t = useTexts(accountTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('undeleteTitle')}>
      <UndeleteForm token={token} />
    </LoginFrame>
  )
}
