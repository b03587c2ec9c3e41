import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { BadgeCard } from './BadgeCard.tsx'
import { Between } from './Between.tsx'
import { Loaded } from './Loaded.tsx'
import { verificationsTexts } from './texts.ts'
import { VerificationList } from './VerificationList.tsx'

/** Shows the members who have verified this one, and whether I have. */
export function VerificationOf({ member }: { member: MemberResponse }) {
  const t = useTexts(verificationsTexts)
  return (
    <Loaded name={member.profile.userName}>
      {({ verified, verifications, between }) => (
        <>
          {between && <Between member={member} between={between} />}
          <BadgeCard verified={verified} verifications={verifications} />
          <VerificationList verifications={verifications} none={t('none')} />
        </>
      )}
    </Loaded>
  )
}
