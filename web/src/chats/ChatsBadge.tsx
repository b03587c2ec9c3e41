import { Badge } from '../ui/marks/Badge.tsx'
import { useUnreadSum } from './reading.ts'

/** Shows the number of unread messages in the navigation. */
export const ChatsBadge = () => <Badge count={useUnreadSum()} />
