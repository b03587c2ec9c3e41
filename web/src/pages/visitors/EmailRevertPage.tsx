import { useParams } from 'react-router-dom'
import { revertEmailChange } from '../../accounts/api.ts'
import { emailTexts } from '../../accounts/email-texts.ts'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { MailedAction } from '../../accounts/MailedAction.tsx'
import { useTexts } from '../../lib/text/texts.ts'

/** Restores the previous email address with the link sent to it. */
export function EmailRevertPage() {
  const t = useTexts(emailTexts)
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('returnTitle')}>
      <MailedAction
        question={t('returnLead')}
        action={t('return')}
        done={t('returned')}
        run={() => revertEmailChange(token)}
      />
    </LoginFrame>
  )
}
