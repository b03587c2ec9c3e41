import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { BadgeCard } from './BadgeCard.tsx'
import { verificationsTexts } from './texts.ts'
import { VerificationList } from './VerificationList.tsx'
import { VerificationsBetween } from './VerificationsBetween.tsx'
import { VerificationsLoader } from './VerificationsLoader.tsx'

/** Shows the verifications between the viewer and a member, the member's badge, and who has verified the member. */
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
