import { Badge } from '../ui/Badge.tsx'
import { useGroupCount, useReadingCount } from './count.ts'

/** How many messages are unread in groups and how many invites wait, for the navigation. */
export function GroupsBadge() {
  const { messages, invites } = useGroupCount()
  const beingRead = useReadingCount((part) => part.messages)
  return <Badge count={Math.max(0, messages - beingRead) + invites} />
}
