import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { BadgeCard } from './BadgeCard.tsx'
import { verificationsTexts } from './texts.ts'
import { VerificationList } from './VerificationList.tsx'
import { VerificationsBetween } from './VerificationsBetween.tsx'
import { VerificationsLoader } from './VerificationsLoader.tsx'

/** Shows the members who have verified this member, and whether the viewer has. */
export function MemberVerification({ member }: { member: MemberResponse }) {
  const t = useTexts(verificationsTexts)
  return (
    <VerificationsLoader name={member.profile.userName}>
      {({ verified, verifications, between }) => (
        <>
          {between && <VerificationsBetween member={member} between={between} />}
          <BadgeCard verified={verified} verifications={verifications} />
          <VerificationList verifications={verifications} emptyText={t('none')} />
        </>
      )}
    </VerificationsLoader>
  )
}
