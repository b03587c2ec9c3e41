import { VisitorFrame } from '../../accounts/frames/VisitorFrame.tsx'
import { RegistrationEmailForm } from '../../accounts/registration/RegistrationEmailForm.tsx'
import { RegistrationSteps } from '../../accounts/registration/RegistrationSteps.tsx'
import { registrationTexts } from '../../accounts/registration/registration-texts.ts'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export function RegistrationPage() {
  const t = useTexts(registrationTexts)
  const account = useTexts(accountTexts)
  return (
    <VisitorFrame title={account('register')} lead={t('registerLead')} aside={<RegistrationSteps step={1} />}>
      <RegistrationEmailForm />
    </VisitorFrame>
  )
}
