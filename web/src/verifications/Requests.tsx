import type { VerificationAction, VerificationRequest } from '@app/contract/members/verifications'
import { useTexts } from '../lib/text/texts.ts'
import { Button, type ButtonVariant } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { MemberRow, MemberRows } from '../ui/lists/MemberRow.tsx'
import { verificationsTexts } from './texts.ts'
import { useVerificationAction } from './use-verification-action.ts'
import styles from './verifications.module.css'

/** An action on a request, with the keys of its label and of its success message. */
type RequestAction = {
  action: VerificationAction
  variant: ButtonVariant
  verb: 'confirm' | 'reject' | 'withdraw'
  done: 'confirmed' | 'rejected' | 'withdrawn'
}

const RECEIVED_ACTIONS: readonly RequestAction[] = [
  { action: 'CONFIRM', variant: 'tinted', verb: 'confirm', done: 'confirmed' },
  { action: 'REJECT', variant: 'quiet', verb: 'reject', done: 'rejected' },
]
const SENT_ACTIONS: readonly RequestAction[] = [
  { action: 'WITHDRAW', variant: 'outlined', verb: 'withdraw', done: 'withdrawn' },
]

type RowProps = { request: VerificationRequest; state: 'asks' | 'waiting'; actions: readonly RequestAction[] }

function RequestRow({ request: { userName: name, couple, profilePhotoUrl, askedAt }, state, actions }: RowProps) {
  const t = useTexts(verificationsTexts)
  const { current, busy, run } = useVerificationAction()
  return (
    <MemberRow
      name={name}
      photoUrl={profilePhotoUrl}
      shape={couple ? 'couple' : 'person'}
      time={askedAt}
      facts={t(state)}
      actions={actions.map(({ action, variant, verb, done }) => (
        <Button
          key={action}
          variant={variant}
          aria-label={t(`${verb}Named`, { name })}
          busy={current === action}
          busyLabel={t('busy')}
          disabled={busy && current !== action}
          onClick={() => void run({ name, action, done: t(done, { name }) })}
        >
          {t(verb)}
        </Button>
      ))}
    />
  )
}

type Props = { requests: readonly VerificationRequest[] }

/** Lists the members who have asked the viewer to verify them. */
export function ReceivedRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('requests')}>
      <p className={styles.quiet}>{t('requestsText')}</p>
      <MemberRows>
        {requests.map((request) => (
          <RequestRow key={request.userName} request={request} state="asks" actions={RECEIVED_ACTIONS} />
        ))}
      </MemberRows>
    </Card>
  )
}

/** Lists the members that the viewer has asked for verification. */
export function SentRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('asked')}>
      <MemberRows>
        {requests.map((request) => (
          <RequestRow key={request.userName} request={request} state="waiting" actions={SENT_ACTIONS} />
        ))}
      </MemberRows>
    </Card>
  )
}
