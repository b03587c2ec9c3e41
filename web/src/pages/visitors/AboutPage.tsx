import { PRODUCT_NAME } from '@app/contract/product'
import { OperatorPage } from '../../accounts/OperatorPage.tsx'
import { accountPageTexts } from '../../accounts/page-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export const AboutPage = () => (
  <OperatorPage name="about" title={useTexts(accountPageTexts)('aboutTitle', { product: PRODUCT_NAME })} />
)
