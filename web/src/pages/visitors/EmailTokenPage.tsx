import { useParams } from 'react-router-dom'
import { confirmEmail } from '../../accounts/api.ts'
import { emailTexts } from '../../accounts/email-texts.ts'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { MailedAction } from '../../accounts/MailedAction.tsx'
import { useTexts } from '../../lib/text/texts.ts'

/** Confirms a new email address with the link sent to it. */
export function EmailTokenPage() {
  const t = useTexts(emailTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('confirmTitle')}>
      <MailedAction
        question={t('confirmLead')}
        action={t('confirm')}
        done={t('confirmed')}
        run={() => confirmEmail(token)}
      />
    </LoginFrame>
  )
}
