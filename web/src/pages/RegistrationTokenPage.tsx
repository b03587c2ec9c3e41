import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { RegistrationForm } from '../accounts/RegistrationForm.tsx'
import { RegistrationSteps } from '../accounts/RegistrationSteps.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { VisitorFrame } from '../accounts/VisitorFrame.tsx'
import { useTexts } from '../lib/texts.ts'

export function RegistrationTokenPage() {
  const t = useTexts(accountTexts)
  const { token = '' } = useParams()
  const [couple, setCouple] = useState(false)
  return (
    <VisitorFrame
      title={t('almostDone')}
      lead={couple ? t('confirmedTwo') : t('confirmedOne')}
      aside={<RegistrationSteps step={3} />}
    >
      <RegistrationForm token={token} onCouple={setCouple} />
    </VisitorFrame>
  )
}
