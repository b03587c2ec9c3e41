import { Badge } from '../ui/Badge.tsx'
import { useUnreadSum } from './reading.ts'

/** How many messages are unread, for the navigation. */
export const ChatsBadge = () => <Badge count={useUnreadSum()} />
