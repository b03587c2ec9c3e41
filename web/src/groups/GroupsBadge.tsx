import { Badge } from '../ui/marks/Badge.tsx'
import { useGroupCount, useReadingCount } from './count.ts'

/** Shows the number of unread messages in groups plus waiting invites, in the navigation. */
export function GroupsBadge() {
  const { messages, invites } = useGroupCount()
  const messagesBeingRead = useReadingCount((count) => count.messages)
  return <Badge count={Math.max(0, messages - messagesBeingRead) + invites} />
}
