import { CountMark } from '../ui/marks/CountMark.tsx'
import { useNewsCount } from './count.ts'

/** Shows the number of unseen news items in the navigation. */
export const NewsCountMark = () => <CountMark count={useNewsCount()} />
