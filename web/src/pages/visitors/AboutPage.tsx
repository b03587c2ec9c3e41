import { PRODUCT_NAME } from '@app/contract/product'
import { OperatorPage } from '../../accounts/OperatorPage.tsx'
import { accountTexts } from '../../accounts/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'

export const AboutPage = () => (
  <OperatorPage name="about" title={useTexts(accountTexts)('aboutTitle', { product: PRODUCT_NAME })} />
)
