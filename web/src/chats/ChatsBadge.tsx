import { Badge } from '../ui/marks/Badge.tsx'
import { useUnreadSum } from './reading.ts'

/** The number of unread messages, for the navigation. */
export const ChatsBadge = () => <Badge count={useUnreadSum()} />
