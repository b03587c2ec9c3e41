import { DAY_MS } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'

/** The start in all forms, so that two forms differ only in the fields that a test changes. */
const START = toStockholmTime(new Date(Date.now() + 3 * DAY_MS))

/** Returns the body of a request that creates or changes an event, by default three days ahead. */
export const aForm = (changes: object = {}) => ({
  title: 'Picknick',
  description: 'Ta med en **filt**.',
  place: 'Slottsskogen',
  ...START,
  paidEvent: false,
  ...changes,
})
