import { RegistrationEmailForm } from '../accounts/RegistrationEmailForm.tsx'
import { RegistrationSteps } from '../accounts/RegistrationSteps.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { VisitorFrame } from '../accounts/VisitorFrame.tsx'
import { useTexts } from '../lib/texts.ts'

export function RegistrationPage() {
  const t = useTexts(accountTexts)
  return (
    <VisitorFrame title={t('register')} lead={t('registerLead')} aside={<RegistrationSteps step={1} />}>
      <RegistrationEmailForm />
    </VisitorFrame>
  )
}
