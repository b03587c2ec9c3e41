import { useTexts } from '../lib/texts.ts'
import { Steps } from '../ui/Bars.tsx'
import { accountTexts } from './texts.ts'

export const RegistrationSteps = ({ step }: { step: 1 | 2 | 3 }) => (
  <Steps on={step} of={3} text={useTexts(accountTexts)('step', { step })} />
)
