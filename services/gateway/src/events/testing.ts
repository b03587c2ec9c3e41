import { toStockholmTime } from '@app/contract/stockholm-time'
import { DAY } from '@app/server/testing-events'

/** The same in all forms of a file, so that nothing changes by itself between two of them. */
const WHEN = toStockholmTime(new Date(Date.now() + 3 * DAY))

/** What a member sends to announce an event, three days ahead unless said otherwise. */
export const aForm = (changes: object = {}) => ({
  title: 'Picknick',
  description: 'Ta med en **filt**.',
  place: 'Slottsskogen',
  ...WHEN,
  paidEvent: false,
  ...changes,
})
