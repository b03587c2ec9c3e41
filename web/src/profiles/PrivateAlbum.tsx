import type { MemberAnswer } from '@app/contract/members'
import { Lock, LockOpen } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { sharePrivate } from './between.ts'
import { profileTexts } from './texts.ts'

/** Lets somebody I chat with see my private album, or takes it back. */
export function PrivateAlbum({ member: { profile, between } }: { member: MemberAnswer }) {
  const t = useTexts(profileTexts)
  const granted = between?.iGranted ?? false
  return (
    <Button
      variant="outlined"
      wide
      icon={granted ? Lock : LockOpen}
      onClick={() => void sharePrivate(profile.userName, !granted)}
    >
      {granted ? t('private.withdraw') : t('private.grant')}
    </Button>
  )
}
