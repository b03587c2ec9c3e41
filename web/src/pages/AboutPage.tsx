import { PRODUCT_NAME } from '@app/contract/product'
import { OperatorPage } from '../accounts/OperatorPage.tsx'
import { accountTexts } from '../accounts/texts.ts'
import { VisitorFrame } from '../accounts/VisitorFrame.tsx'
import { useTexts } from '../lib/texts.ts'

export const AboutPage = () => (
  <VisitorFrame title={useTexts(accountTexts)('aboutTitle', { product: PRODUCT_NAME })}>
    <OperatorPage name="about" />
  </VisitorFrame>
)
