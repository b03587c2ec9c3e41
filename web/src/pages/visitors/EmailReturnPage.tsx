import { useParams } from 'react-router-dom'
import { returnEmail } from '../../accounts/api.ts'
import { emailTexts } from '../../accounts/email-texts.ts'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { MailedAction } from '../../accounts/MailedAction.tsx'
import { useTexts } from '../../lib/text/texts.ts'

/** Restores the email address before a change, with the link sent to the old address. */
export function EmailReturnPage() {
  const t = useTexts(emailTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('returnTitle')}>
      <MailedAction
        question={t('returnLead')}
        action={t('return')}
        done={t('returned')}
        run={() => returnEmail(token)}
      />
    </LoginFrame>
  )
}
