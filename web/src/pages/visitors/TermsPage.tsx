import { OperatorPage } from '../../accounts/OperatorPage.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export const TermsPage = () => <OperatorPage name="terms" title={useTexts(accountPageTexts)('termsTitle')} />
