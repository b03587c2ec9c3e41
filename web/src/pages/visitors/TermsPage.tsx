import { OperatorPage } from '../../accounts/OperatorPage.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export const TermsPage = () => <OperatorPage name="terms" title={useTexts(accountTexts)('termsTitle')} />
