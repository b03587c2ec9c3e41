import { useSession } from '../../lib/http/session.ts'
import { useOwnProfile } from '../../profiles/store.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'

/** Shows the member's own photo in the size that the opening invite of a chat needs. */
export function OwnPhoto() {
  const session = useSession()
  const profile = useOwnProfile().data?.profile
  if (!session) return null
  return (
    <Avatar
      name={session.userName}
      shape={session.couple ? 'couple' : 'person'}
      photoUrl={profile?.profilePhotoUrl}
      size={88}
    />
  )
}
