import { Badge } from '../ui/marks/Badge.tsx'
import { useNewsCount } from './count.ts'

/** Shows the number of unseen news items in the navigation. */
export const NewsBadge = () => <Badge count={useNewsCount()} />
