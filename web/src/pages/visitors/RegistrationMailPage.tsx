import { useParams } from 'react-router-dom'
import { VisitorFrame } from '../../accounts/frames/VisitorFrame.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { RegistrationSent } from '../../accounts/registration/RegistrationSent.tsx'
import { RegistrationSteps } from '../../accounts/registration/RegistrationSteps.tsx'
import { useTexts } from '../../lib/text/texts.ts'

export function RegistrationMailPage() {
  const t = useTexts(accountPageTexts)
  const { email = '' } = useParams()
  return (
    <VisitorFrame title={t('checkMail')} aside={<RegistrationSteps step={2} />}>
      <RegistrationSent email={email} />
    </VisitorFrame>
  )
}
