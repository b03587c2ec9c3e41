import { Badge } from '../ui/Badge.tsx'
import { useNewsCount } from './count.ts'

/** How many news there are that I have not seen, for the navigation. */
export const NewsBadge = () => <Badge count={useNewsCount()} />
