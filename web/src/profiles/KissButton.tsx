import type { MemberAnswer } from '@app/contract/members'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Lips } from '../ui/lips-icon.ts'
import { kiss } from './between.ts'
import { profileTexts } from './texts.ts'

/** One kiss a day. */
export function KissButton({ member: { profile, between } }: { member: MemberAnswer }) {
  const t = useTexts(profileTexts)
  const given = between?.kissedToday ?? false
  return (
    <Button variant="tinted" icon={Lips} wide disabled={given} onClick={() => void kiss(profile.userName)}>
      {given ? t('kiss.given') : t('kiss.give')}
    </Button>
  )
}
