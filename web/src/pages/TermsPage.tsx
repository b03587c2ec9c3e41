import { OperatorPage } from '../accounts/OperatorPage.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { VisitorFrame } from '../accounts/VisitorFrame.tsx'
import { useTexts } from '../lib/texts.ts'

export const TermsPage = () => (
  <VisitorFrame title={useTexts(accountTexts)('termsTitle')}>
    <OperatorPage name="terms" />
  </VisitorFrame>
)
