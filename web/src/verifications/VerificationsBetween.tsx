import type { MemberResponse } from '@app/contract/members/members'
import type { VerificationRelationship } from '@app/contract/members/verifications'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime } from '../lib/text/times.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { ConfirmMember } from './ConfirmMember.tsx'
import { verificationsTexts } from './texts.ts'
import { useVerificationAction } from './use-verification-action.ts'
import styles from './verifications.module.css'

type Props = { member: MemberResponse; between: VerificationRelationship }

/** Lets the viewer verify the member, or withdraw the verification. */
function VerificationOfMember({ member, between }: Props) {
  const t = useTexts(verificationsTexts)
  const { busy, run } = useVerificationAction()
  const [confirming, setConfirming] = useState(false)
  const { mayVerify, iConfirmed, iAsked, theyAsked, confirmedPhotoIds } = between
  const name = member.profile.userName
  const hasMorePhotos = member.photos.some(({ id, status }) => status === 'READY' && !confirmedPhotoIds.includes(id))
  return (
    <div className={styles.side}>
      {theyAsked && !iConfirmed && <p>{t('theyAsked', { name })}</p>}
      {iConfirmed && <p>{t('iConfirmed', { name })}</p>}
      <div className={styles.buttons}>
        {!iConfirmed && (
          <Button icon={BadgeCheck} disabled={!mayVerify || busy} onClick={() => setConfirming(true)}>
            {t('verifyThem', { name })}
          </Button>
        )}
        {theyAsked && !iConfirmed && (
          <Button
            variant="quiet"
            busy={busy}
            busyLabel={t('busy')}
            onClick={() => void run({ name, action: 'REJECT', done: t('rejected', { name }) })}
          >
            {t('reject')}
          </Button>
        )}
        {iConfirmed && mayVerify && hasMorePhotos && (
          <Button variant="outlined" disabled={busy} onClick={() => setConfirming(true)}>
            {t('morePhotos')}
          </Button>
        )}
        {iConfirmed && !iAsked && (
          <Button
            variant="quiet"
            busy={busy}
            busyLabel={t('busy')}
            onClick={() => void run({ name, action: 'WITHDRAW', done: t('unconfirmed', { name }) })}
          >
            {t('withdrawVerification')}
          </Button>
        )}
      </div>
      {iConfirmed && iAsked && <p className={styles.quiet}>{t('withdrawRequestFirst')}</p>}
      <ConfirmMember
        member={member}
        confirmed={confirmedPhotoIds}
        open={confirming}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}

/** Shows that the member has verified the viewer, or lets the viewer request it or withdraw the request. */
function VerificationOfViewer({ member, between: { mayVerify, iAsked, askAgainAt, theyConfirmed } }: Props) {
  const t = useTexts(verificationsTexts)
  const fullTime = useFullTime()
  const { busy, run } = useVerificationAction()
  const name = member.profile.userName
  if (theyConfirmed) return <p className={styles.side}>{t('theyConfirmed', { name })}</p>
  return (
    <div className={styles.side}>
      {iAsked && <p>{t('iAsked', { name })}</p>}
      {iAsked ? (
        <Button
          variant="outlined"
          busy={busy}
          busyLabel={t('busy')}
          onClick={() => void run({ name, action: 'WITHDRAW', done: t('withdrawn', { name }) })}
        >
          {t('withdrawRequest')}
        </Button>
      ) : (
        <Button
          variant="outlined"
          busy={busy}
          busyLabel={t('busy')}
          disabled={!mayVerify || askAgainAt !== null}
          onClick={() => void run({ name, action: 'ASK', done: t('askDone', { name }) })}
        >
          {t('ask', { name })}
        </Button>
      )}
      {askAgainAt && <p className={styles.quiet}>{t('askAgain', { name, time: fullTime(askAgainAt) })}</p>}
    </div>
  )
}

/** Shows the verifications between the viewer and a member, in both directions. */
export function VerificationsBetween(props: Props) {
  const t = useTexts(verificationsTexts)
  return (
    <Card title={t('between', { name: props.member.profile.userName })}>
      <VerificationOfMember {...props} />
      <VerificationOfViewer {...props} />
      {!props.between.mayVerify && <p className={styles.quiet}>{t('needsChat')}</p>}
    </Card>
  )
}
