import type { MemberResponse, Person, Profile } from '@app/contract/members/members'

export const aPerson = (changes: Partial<Person> = {}): Person => ({
  sex: 'FEMALE',
  yearOfBirth: 1989,
  height: 168,
  weight: null,
  body: 'SLENDER',
  eyeColor: 'SECRET',
  orientation: 'BI',
  smoking: 'NEVER',
  drinking: 'SECRET',
  ethnicity: 'SECRET',
  breastSize: 'B',
  penisSize: null,
  shavedStyle: 'SECRET',
  ...changes,
})

const aProfile = (changes: Partial<Profile>): Profile => ({
  userName: 'Mira',
  registered: '2022-03-04T10:00:00.000Z',
  lastActive: null,
  person1: aPerson(),
  person2: null,
  description: 'Jag tycker om **långa middagar**.',
  profilePhotoUrl: null,
  cities: ['Stockholm', 'Uppsala'],
  lookingFor: ['FEMALES'],
  language: 'SWEDISH',
  badges: [],
  verifications: 0,
  profileNotes: null,
  ...changes,
})

/** Creates the server's response to a member about their own profile. */
export const ownResponse = (changes: Partial<Profile> = {}): MemberResponse => ({
  profile: aProfile(changes),
  photos: [],
  mailPreferences: { wantsEventMail: true, wantsChatMail: true, wantsNewsMail: true },
})

/** Creates the server's response about another member. */
export const otherResponse = (
  changes: Partial<Profile> = {},
  between: Partial<NonNullable<MemberResponse['between']>> = {},
): MemberResponse => ({
  profile: aProfile({ userName: 'Ada och Viktor', ...changes }),
  photos: [],
  between: { kissedToday: false, iGranted: false, theyGranted: false, privatePhotos: 0, ...between },
})
