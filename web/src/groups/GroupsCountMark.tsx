import { CountMark } from '../ui/marks/CountMark.tsx'
import { useGroupCount, useReadingCount } from './count.ts'

/** Shows the number of unread posts in groups plus waiting invites, in the navigation. */
export function GroupsCountMark() {
  const { messages, invites } = useGroupCount()
  const messagesBeingRead = useReadingCount((count) => count.messages)
  return <CountMark count={Math.max(0, messages - messagesBeingRead) + invites} />
}
