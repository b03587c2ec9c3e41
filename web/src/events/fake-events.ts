import type { Event, EventParticipant } from '@app/contract/events'

const TWO_DAYS_MS = 48 * 60 * 60_000

/** Returns an event in two days that the member has not answered. */
export const anEvent = (changes: Partial<Event> = {}): Event => ({
  id: '7',
  title: 'Höstmiddag på Söder',
  description: 'Långbord, **levande ljus** och fem små rätter.',
  place: 'Matsalen, Södermalm',
  eventTime: new Date(Date.now() + TWO_DAYS_MS).toISOString(),
  paidEvent: true,
  groupId: null,
  groupName: null,
  authorUserName: 'Siv och Tor',
  groupMessageId: null,
  capacity: null,
  participantsShownTo: 'ALL',
  cancelled: false,
  coming: 1,
  interested: 0,
  waiting: 0,
  sessionResponse: 'NO_ANSWER',
  waitingPlace: null,
  mayChange: false,
  ...changes,
})

export const twoDaysAgo = (): string => new Date(Date.now() - TWO_DAYS_MS).toISOString()

export const aParticipant = (userName: string, changes: Partial<EventParticipant> = {}): EventParticipant => ({
  userName,
  persons: [{ sex: 'FEMALE', yearOfBirth: 1980, orientation: 'BI' }],
  cities: ['Stockholm'],
  text: '',
  lastActive: null,
  profilePhotoUrl: null,
  badges: [],
  hasNotes: false,
  hasAd: false,
  title: null,
  response: 'YES',
  waitingPlace: null,
  mine: false,
  ...changes,
})
