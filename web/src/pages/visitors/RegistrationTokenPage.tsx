import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { VisitorFrame } from '../../accounts/frames/VisitorFrame.tsx'
import { RegistrationForm } from '../../accounts/registration/RegistrationForm.tsx'
import { RegistrationSteps } from '../../accounts/registration/RegistrationSteps.tsx'
import { registrationTexts } from '../../accounts/registration/registration-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function RegistrationTokenPage() {
  const t = useTexts(registrationTexts)
  const { token = '' } = useParams()
  const [couple, setCouple] = useState(false)
  return (
    <VisitorFrame
      title={t('almostDone')}
      lead={couple ? t('confirmedTwo') : t('confirmedOne')}
      aside={<RegistrationSteps step={3} />}
    >
      <RegistrationForm token={token} onCoupleChange={setCouple} />
    </VisitorFrame>
  )
}
