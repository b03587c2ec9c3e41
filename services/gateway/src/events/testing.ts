import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { DAY } from '@app/server/testing/events'

/** The same in all test bodies, so that only the intended fields differ between two of them. */
const START = toStockholmTime(new Date(Date.now() + 3 * DAY))

/** Returns the body that creates an event, by default three days ahead. */
export const aForm = (changes: object = {}) => ({
  title: 'Picknick',
  description: 'Ta med en **filt**.',
  place: 'Slottsskogen',
  ...START,
  paidEvent: false,
  ...changes,
})
