import type { MemberResponse } from '@app/contract/members/members'
import { Lock, LockOpen } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { sharePrivate } from './between.ts'
import { profileTexts } from './texts.ts'

/** Returns a menu action that shares my private album with a chat partner, or revokes it. */
export function useSharing({ profile, between }: MemberResponse): MenuAction {
  const t = useTexts(profileTexts)
  const granted = between?.iGranted ?? false
  return {
    id: 'private',
    label: t(granted ? 'private.withdraw' : 'private.grant'),
    icon: granted ? Lock : LockOpen,
    run: () => void sharePrivate(profile.userName, !granted),
  }
}

export function PrivateAlbum({ member }: { member: MemberResponse }) {
  const { label, icon, run } = useSharing(member)
  return (
    <Button variant="outlined" wide icon={icon} onClick={run}>
      {label}
    </Button>
  )
}
