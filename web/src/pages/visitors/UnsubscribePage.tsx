import { parseUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { LANGUAGES } from '@app/contract/text/language'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { UnsubscribeForm } from '../../accounts/UnsubscribeForm.tsx'
import { unsubscribeTexts } from '../../accounts/unsubscribe-texts.ts'
import { adoptLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'

/** Unsubscribes with an emailed link, in the email's language unless another one was chosen on this device. */
export function UnsubscribePage() {
  const t = useTexts(unsubscribeTexts)
  const { token = '' } = useParams()
  const [params] = useSearchParams()
  const language = LANGUAGES.find((name) => name === params.get('language'))
  useEffect(() => {
    if (language) adoptLanguage(language)
  }, [language])
  return (
    <LoginFrame title={t('title')}>
      <UnsubscribeForm token={token} kind={parseUnsubscribeToken(token)?.kind ?? 'ALL'} />
    </LoginFrame>
  )
}
