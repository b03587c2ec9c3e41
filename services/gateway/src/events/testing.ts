import { stockholmClock } from '@app/contract/stockholm-time'

/** What a member sends to announce an event, three days ahead unless said otherwise. */
export const aForm = (changes: object = {}, startsIn = 3 * 24 * 60 * 60 * 1_000) => ({
  title: 'Picknick',
  description: 'Ta med en **filt**.',
  place: 'Slottsskogen',
  ...stockholmClock(new Date(Date.now() + startsIn)),
  paidEvent: false,
  ...changes,
})
