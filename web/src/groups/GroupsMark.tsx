import { Badge } from '../ui/Badge.tsx'
import { useGroupCount } from './count.ts'

/** How many messages are unread in groups and how many invites wait, for the navigation. */
export const GroupsMark = () => <Badge count={useGroupCount(({ messages, invites }) => messages + invites)} />
