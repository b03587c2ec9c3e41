import { Badge } from '../ui/Badge.tsx'
import { useUnreadSum } from './reading.ts'

/** The number of unread messages, for the navigation. */
export const ChatsBadge = () => <Badge count={useUnreadSum()} />
