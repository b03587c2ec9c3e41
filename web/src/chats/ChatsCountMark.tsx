import { CountMark } from '../ui/marks/CountMark.tsx'
import { useUnreadSum } from './reading.ts'

/** Shows the number of unread messages in the navigation. */
export const ChatsCountMark = () => <CountMark count={useUnreadSum()} />
