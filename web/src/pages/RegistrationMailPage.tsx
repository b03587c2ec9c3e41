import { useParams } from 'react-router-dom'
import { RegistrationSent } from '../accounts/RegistrationSent.tsx'
import { RegistrationSteps } from '../accounts/RegistrationSteps.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { VisitorFrame } from '../accounts/VisitorFrame.tsx'
import { useTexts } from '../lib/texts.ts'

export function RegistrationMailPage() {
  const t = useTexts(accountTexts)
  const { email = '' } = useParams()
  return (
    <VisitorFrame title={t('checkMail')} aside={<RegistrationSteps step={2} />}>
      <RegistrationSent email={email} />
    </VisitorFrame>
  )
}
