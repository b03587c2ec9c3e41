import type { VerificationRequest } from '@app/contract/verifications'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { MemberRow, MemberRows } from '../ui/MemberRow.tsx'
import { verificationsTexts } from './texts.ts'
import { useAct } from './use-act.ts'
import styles from './verifications.module.css'

function Received({ request: { userName: name, profilePhotoUrl, askedAt } }: { request: VerificationRequest }) {
  const t = useTexts(verificationsTexts)
  const { busy, run } = useAct()
  return (
    <MemberRow
      name={name}
      photoUrl={profilePhotoUrl}
      time={askedAt}
      facts={t('wantsIt')}
      actions={
        <>
          <Button
            variant="tinted"
            aria-label={t('confirmNamed', { name })}
            disabled={busy}
            onClick={() => void run({ name, action: 'CONFIRM', done: t('confirmed', { name }) })}
          >
            {t('confirm')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('rejectNamed', { name })}
            disabled={busy}
            onClick={() => void run({ name, action: 'REJECT', done: t('rejected', { name }) })}
          >
            {t('reject')}
          </Button>
        </>
      }
    />
  )
}

function Asked({ request: { userName: name, profilePhotoUrl, askedAt } }: { request: VerificationRequest }) {
  const t = useTexts(verificationsTexts)
  const { busy, run } = useAct()
  return (
    <MemberRow
      name={name}
      photoUrl={profilePhotoUrl}
      time={askedAt}
      facts={t('waiting')}
      actions={
        <Button
          variant="outlined"
          aria-label={t('withdrawNamed', { name })}
          disabled={busy}
          onClick={() => void run({ name, action: 'WITHDRAW', done: t('withdrawn', { name }) })}
        >
          {t('withdraw')}
        </Button>
      }
    />
  )
}

type Props = { requests: readonly VerificationRequest[] }

/** Those who ask me to vouch for them. */
export function ReceivedRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('requests')}>
      <p className={styles.quiet}>{t('requestsText')}</p>
      <MemberRows>
        {requests.map((request) => (
          <Received key={request.userName} request={request} />
        ))}
      </MemberRows>
    </Card>
  )
}

/** Those whom I have asked. */
export function AskedRequests({ requests }: Props) {
  const t = useTexts(verificationsTexts)
  if (requests.length === 0) return null
  return (
    <Card title={t('asked')}>
      <MemberRows>
        {requests.map((request) => (
          <Asked key={request.userName} request={request} />
        ))}
      </MemberRows>
    </Card>
  )
}
