import type { VerificationAction, VerificationRequest } from '@app/contract/members/verifications'
import { useTexts } from '../lib/text/texts.ts'
import { Button, type ButtonVariant } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { MemberRow, MemberRows } from '../ui/lists/MemberRow.tsx'
import { verificationsTexts } from './texts.ts'
import { useAct } from './use-act.ts'
import styles from './verifications.module.css'

/** An action on a request: its label and its success message. */
type Act = {
  action: VerificationAction
  variant: ButtonVariant
  verb: 'confirm' | 'reject' | 'withdraw'
  done: 'confirmed' | 'rejected' | 'withdrawn'
}

const ON_RECEIVED: readonly Act[] = [
  { action: 'CONFIRM', variant: 'tinted', verb: 'confirm', done: 'confirmed' },
  { action: 'REJECT', variant: 'quiet', verb: 'reject', done: 'rejected' },
]
const ON_ASKED: readonly Act[] = [{ action: 'WITHDRAW', variant: 'outlined', verb: 'withdraw', done: 'withdrawn' }]

type RowProps = { request: VerificationRequest; state: 'wantsIt' | 'waiting'; acts: readonly Act[] }

function RequestRow({ request: { userName: name, couple, profilePhotoUrl, askedAt }, state, acts }: RowProps) {
  const t = useTexts(verificationsTexts)
  const { busy, run } = useAct()
  return (
    <MemberRow
      name={name}
      photoUrl={profilePhotoUrl}
      shape={couple ? 'couple' : 'person'}
      time={askedAt}
      facts={t(state)}
      actions={acts.map(({ action, variant, verb, done }) => (
        <Button
          key={action}
          variant={variant}
          aria-label={t(`${verb}Named`, { name })}
          disabled={busy}
          onClick={() => void run({ name, action, done: t(done, { name }) })}
        >
          {t(verb)}
        </Button>
      ))}
    />
  )
}

type Props = { requests: readonly VerificationRequest[] }

/** Lists the members who ask me to verify them. */
export function ReceivedRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('requests')}>
      <p className={styles.quiet}>{t('requestsText')}</p>
      <MemberRows>
        {requests.map((request) => (
          <RequestRow key={request.userName} request={request} state="wantsIt" acts={ON_RECEIVED} />
        ))}
      </MemberRows>
    </Card>
  )
}

/** Lists the members whom I have asked to verify me. */
export function SentRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('asked')}>
      <MemberRows>
        {requests.map((request) => (
          <RequestRow key={request.userName} request={request} state="waiting" acts={ON_ASKED} />
        ))}
      </MemberRows>
    </Card>
  )
}
