import { Badge } from '../ui/marks/Badge.tsx'
import { useGroupCount, useReadingCount } from './count.ts'

/** The number of unread messages in groups plus waiting invites, for the navigation. */
export function GroupsBadge() {
  const { messages, invites } = useGroupCount()
  const beingRead = useReadingCount((part) => part.messages)
  return <Badge count={Math.max(0, messages - beingRead) + invites} />
}
