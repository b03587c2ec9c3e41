import { useNavigate, useParams } from 'react-router-dom'
import { endLogins, revertEmailChange } from '../../accounts/api.ts'
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

/** Ends all sessions with the link from an email about a new browser, then opens the page that sets a new password. */
export function NewDevicePage() {
  const t = useTexts(emailTexts)
  const navigate = useNavigate()
  const { token = '' } = useParams()
  return (
    <LoginFrame title={t('newDeviceTitle')}>
      <MailedAction
        question={t('newDeviceLead')}
        action={t('endLogins')}
        done={t('loginsEnded')}
        run={async () => {
          const reset = await endLogins(token)
          await navigate(`/reset-pwd/token/${encodeURIComponent(reset.token)}`, { replace: true })
        }}
      />
    </LoginFrame>
  )
}
