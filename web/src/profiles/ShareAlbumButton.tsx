import type { MemberResponse } from '@app/contract/members/members'
import { Lock, LockOpen } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { setPrivateAccess } from './relationship.ts'
import { profileTexts } from './texts.ts'

/** Returns a menu action that grants a chat partner access to the private album, or revokes it. */
export function useShareAlbumAction({ profile, between }: MemberResponse): MenuAction {
  const t = useTexts(profileTexts)
  const granted = between?.iGranted ?? false
  return {
    id: 'private',
    label: t(granted ? 'private.withdraw' : 'private.grant'),
    icon: granted ? Lock : LockOpen,
    run: () => void setPrivateAccess(profile.userName, !granted),
  }
}

/** Grants a chat partner access to the private album, or revokes it. */
export function ShareAlbumButton({ member }: { member: MemberResponse }) {
  const { label, icon, run } = useShareAlbumAction(member)
  return (
    <Button variant="outlined" wide icon={icon} onClick={run}>
      {label}
    </Button>
  )
}
