import { useTexts } from '../../lib/text/texts.ts'
import { Steps } from '../../ui/feedback/Bars.tsx'
import { registrationTexts } from './registration-texts.ts'

export const RegistrationSteps = ({ step }: { step: 1 | 2 | 3 }) => (
  <Steps filled={step} total={3} text={useTexts(registrationTexts)('step', { step })} />
)
