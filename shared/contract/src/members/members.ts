import * as z from 'zod/mini'
import { atLeast, atMost, Instant } from '../base.ts'
import {
  CITIES_MAX,
  HEIGHT_MAX,
  HEIGHT_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHOTOS_PER_MEMBER,
  REGISTRATION_AGE_MIN,
  SEARCH_AGE_MAX,
  WEIGHT_MAX,
  WEIGHT_MIN,
} from '../limits.ts'
import { MediaUrl } from '../media.ts'
import { Album, Photo, PhotoUrl } from '../photos.ts'
import { AreaText } from '../text/area-text.ts'
import { emailKey, isEmail, normalizeEmail } from '../text/emails.ts'
import { LANGUAGES, type Language } from '../text/language.ts'
import { ChangedUserName, MemberName, NewUserName } from '../text/name-schemas.ts'
import type { Problem } from '../text/problems.ts'
import { isRegistrationYear } from '../time/ages.ts'
import { isCity } from './cities.ts'
import { Duty } from './duties.ts'

export const MemberLanguage = z.enum(LANGUAGES)

export const Sex = z.enum(['MALE', 'NON_BINARY', 'FEMALE', 'SECRET'])
export type Sex = z.infer<typeof Sex>
export const Body = z.enum(['STRONG', 'SMALL', 'SLENDER', 'MEDIUM', 'LARGE', 'SECRET'])
export const EyeColor = z.enum(['BLUE', 'GREEN', 'GREY', 'BROWN', 'OTHER', 'SECRET'])
export const Orientation = z.enum(['HETERO', 'BI', 'BI_CURIOUS', 'HOMO', 'SECRET'])
export type Orientation = z.infer<typeof Orientation>
export const Habit = z.enum(['YES', 'SOMETIMES', 'NEVER', 'SECRET'])
export const Ethnicity = z.enum(['AFRICAN', 'ARABIAN', 'ASIAN', 'EUROPEAN', 'LATIN', 'MULTI_ETHNIC', 'OTHER', 'SECRET'])
export const BreastSize = z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'S'])
export const PenisSize = z.enum(['SMALL', 'NORMAL', 'LARGE', 'XLARGE', 'SECRET'])
export const ShavedStyle = z.enum(['NO_SHAVE', 'HALF', 'BIKINI', 'TASSEL', 'FULL', 'PORN', 'SECRET'])
export const LookingFor = z.enum(['MIXED_COUPLES', 'MALES', 'FEMALES', 'NON_BINARY', 'FEMALE_COUPLES', 'MALE_COUPLES'])
export const MemberLevel = z.enum(['ADMIN', 'BASIC'])
export type MemberLevel = z.infer<typeof MemberLevel>
export const Badge = z.enum(['VERIFIED'])
export type Badge = z.infer<typeof Badge>

const SearchAge = z
  .int('field.invalid')
  .check(z.minimum(REGISTRATION_AGE_MIN, 'field.invalid'), z.maximum(SEARCH_AGE_MAX, 'field.invalid'))

/** One of the one or two persons of a profile. */
export const Person = z.object({
  sex: Sex,
  yearOfBirth: z.int(),
  height: z.nullable(z.int()),
  weight: z.nullable(z.int()),
  body: Body,
  eyeColor: EyeColor,
  orientation: Orientation,
  smoking: Habit,
  drinking: Habit,
  ethnicity: Ethnicity,
  breastSize: z.nullable(BreastSize),
  penisSize: z.nullable(PenisSize),
  shavedStyle: ShavedStyle,
})
export type Person = z.infer<typeof Person>

export const Profile = z.object({
  userName: MemberName,
  registered: Instant,
  /** The last activity, in steps of 15 minutes; null if it is long ago or hidden. */
  lastActive: z.nullable(Instant),
  person1: Person,
  person2: z.nullable(Person),
  description: z.string(),
  profilePhotoUrl: z.nullable(MediaUrl),
  cities: z.array(z.string()),
  lookingFor: z.array(LookingFor),
  language: MemberLanguage,
  badges: z.array(Badge),
  /** The number of members who have verified this one. */
  verifications: z.int(),
  /** The caller's private note about this member; null if there is none, and on the caller's own profile. */
  profileNotes: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

export const MailPreferences = z.object({
  wantsEventMail: z.boolean(),
  wantsChatMail: z.boolean(),
  wantsNewsMail: z.boolean(),
})
export type MailPreferences = z.infer<typeof MailPreferences>

/** The ages of the members that this member wants to meet; private. */
export const WantedAges = z
  .object({ min: SearchAge, max: SearchAge })
  .check(z.refine(({ min, max }) => min <= max, { error: 'ages.order', path: ['max'] }))
export type WantedAges = z.infer<typeof WantedAges>

/** The relationship between the caller and the member of this profile, apart from the chat. */
export const MemberRelationship = z.object({
  /** Whether the caller has given a kiss today. */
  kissedToday: z.boolean(),
  /** Whether the caller has granted them the PRIVATE album. */
  iGranted: z.boolean(),
  /** They have granted the caller their PRIVATE album. */
  theyGranted: z.boolean(),
  /** The number of photos in their PRIVATE album, whether the caller may see it or not; 0 if they ignore the caller. */
  privatePhotos: z.int(),
})
export type MemberRelationship = z.infer<typeof MemberRelationship>

/**
 * A member's profile and the photos that the caller may see. Contains `mailPreferences` and `wantedAges` (null until
 * chosen) only on the caller's own profile, `between` only on those of others.
 */
export const MemberResponse = z.object({
  profile: Profile,
  photos: z.array(Photo),
  mailPreferences: z.optional(MailPreferences),
  wantedAges: z.optional(z.nullable(WantedAges)),
  between: z.optional(MemberRelationship),
})
export type MemberResponse = z.infer<typeof MemberResponse>

const citiesSchema = (emptyProblem: Problem) =>
  z.array(z.string(), emptyProblem).check(
    z.minLength(1, emptyProblem),
    z.maxLength(CITIES_MAX, 'cities.many'),
    z.refine((names) => names.every(isCity) && new Set(names).size === names.length, { error: 'cities.unknown' }),
  )
export const Cities = citiesSchema('cities.none')

/**
 * A person as the member saves it. The gateway checks the year of birth, since a year outside the bounds may stay if it
 * is already stored.
 */
export const SavePerson = z.object({
  sex: z.enum(Sex.options, 'person.sex'),
  yearOfBirth: z.int('person.year'),
  height: z.nullable(
    z.int('person.height').check(z.minimum(HEIGHT_MIN, 'person.height'), z.maximum(HEIGHT_MAX, 'person.height')),
  ),
  weight: z.nullable(
    z.int('person.weight').check(z.minimum(WEIGHT_MIN, 'person.weight'), z.maximum(WEIGHT_MAX, 'person.weight')),
  ),
  body: Body,
  eyeColor: EyeColor,
  orientation: z.enum(Orientation.options, 'person.orientation'),
  smoking: Habit,
  drinking: Habit,
  ethnicity: Ethnicity,
  /** Stored only for women; null for everyone else. */
  breastSize: z.nullable(BreastSize),
  /** Stored only for men; null for everyone else. */
  penisSize: z.nullable(PenisSize),
  shavedStyle: ShavedStyle,
})
export type SavePerson = z.infer<typeof SavePerson>
/** Changes to a person. Omitted fields are unchanged; in a new second person they are SECRET or null. */
export const ChangePerson = z.partial(SavePerson)
export type ChangePerson = z.infer<typeof ChangePerson>

/**
 * Changes to a member. Omitted fields are unchanged. `person2: null` turns a couple into a single. Photos that are not
 * listed keep their position.
 */
export const SaveMember = z.object({
  profile: z.optional(
    z.object({
      userName: z.optional(ChangedUserName),
      person1: z.optional(ChangePerson),
      person2: z.optional(z.nullable(ChangePerson)),
      description: z.optional(AreaText),
      cities: z.optional(citiesSchema('cities.noneInProfile')),
      lookingFor: z.optional(
        z
          .array(LookingFor)
          .check(z.refine((values) => new Set(values).size === values.length, { error: 'field.invalid' })),
      ),
    }),
  ),
  photos: z.optional(
    z.array(z.object({ url: PhotoUrl, album: Album })).check(z.maxLength(PHOTOS_PER_MEMBER, 'field.invalid')),
  ),
  mailPreferences: z.optional(z.partial(MailPreferences)),
  wantedAges: z.optional(z.nullable(WantedAges)),
})
export type SaveMember = z.infer<typeof SaveMember>
export const SavedMember = z.object({ userName: MemberName })

/**
 * The password, for requests that a stranger with the member's unlocked device must not be able to make. Not needed
 * within five minutes of a login with a passkey or a recovery code.
 */
export const PasswordConfirmation = z.object({
  password: z.optional(
    z.string('password.loginEmpty').check(z.minLength(1, 'password.loginEmpty'), atMost(1024, 'field.invalid')),
  ),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

/**
 * An archive of all data of a member. While it is READY it can be downloaded once, from `url`, which is null in all
 * sessions but the one that requested it.
 */
export const MemberExport = z.object({
  state: z.enum(['NONE', 'PREPARING', 'READY', 'FAILED']),
  requestedAt: z.nullable(Instant),
  url: z.nullable(z.string()),
})
export type MemberExport = z.infer<typeof MemberExport>

/** The settings of a member. A member who hides presence or read receipts does not see those of others, either. */
export const MemberSettings = z.object({
  presenceOff: z.boolean(),
  receiptsOff: z.boolean(),
  /** Excluded from search, both by filter and by name. */
  hiddenFromSearch: z.boolean(),
  /** The member's visits to other profiles are not recorded. */
  incognito: z.boolean(),
  /** Other members do not see this member's visitors. */
  visitorsClosed: z.boolean(),
})
export type MemberSettings = z.infer<typeof MemberSettings>
/** Changes to settings. Omitted fields are unchanged. */
export const ChangeSettings = z.partial(MemberSettings)
export type ChangeSettings = z.infer<typeof ChangeSettings>

export const ChangeLanguage = z.object({ language: MemberLanguage })

/** The session as the client knows it, stored on the device and reloaded at every start. */
export const Session = z.object({
  sessionId: z.string(),
  userName: MemberName,
  memberLevel: MemberLevel,
  couple: z.boolean(),
  language: MemberLanguage,
  /** The member has to pass the age check before anything else; absent otherwise. */
  ageCheckNeeded: z.optional(z.boolean()),
  /** The duties of an admin; absent for all other members. */
  duties: z.optional(z.array(Duty)),
  /** This session began with a passkey. */
  passkey: z.optional(z.boolean()),
  /** This session began with a recovery code. */
  recovered: z.optional(z.boolean()),
  /** The time at which a pending new password takes effect; absent if none is pending. */
  newPasswordFrom: z.optional(Instant),
  /** The number of statements that the member has to read; absent if there are none. */
  unreadDecisions: z.optional(z.int()),
  /** The number of the member's posts, photos and other content that decisions hide; absent if there are none. */
  removedContent: z.optional(z.int()),
  /** The ends of the member's restrictions, by their scopes; absent without any. */
  restrictions: z.optional(
    z.object({ CONTACT: z.optional(Instant), POST: z.optional(Instant), UPLOAD: z.optional(Instant) }),
  ),
})
export type Session = z.infer<typeof Session>
Session.register(z.globalRegistry, { id: 'Session' })

export const Email = z
  .string('email.invalid')
  .check(z.overwrite(normalizeEmail), z.refine(isEmail, { error: 'email.invalid' }))

/** The random key that a browser has generated for itself. */
const DeviceKey = z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'field.invalid')))
/** Identifies the browser of a login, so that the member is emailed about logins from new browsers. */
export const DeviceOfLogin = z.object({ deviceKey: DeviceKey })

/** The credentials of a login. The strength of the password is not checked here, but when it is chosen. */
export const Login = z.object({
  deviceKey: DeviceKey,
  email: Email,
  password: z.string('password.loginEmpty').check(z.minLength(1, 'password.loginEmpty'), atMost(1024, 'field.invalid')),
})
export type Login = z.infer<typeof Login>

/** A password that a member chooses; services also reject common and personal ones. */
export const NewPassword = z
  .string('password.empty')
  .check(
    z.minLength(1, { error: 'password.empty', abort: true }),
    atLeast(PASSWORD_MIN, 'password.length'),
    atMost(PASSWORD_MAX, 'password.length'),
  )

/** Shorter names and mailboxes are ignored, since many passwords contain them by chance. */
const PERSONAL_PART_LENGTH_MIN = 3

/** Returns whether a password contains its owner's email address, the part of it before the @, or their name. */
export function isPersonalPassword(password: string, email: string, userName: string): boolean {
  const lowerCasePassword = password.toLowerCase()
  const [mailbox = ''] = emailKey(email).split('@')
  return [emailKey(email), mailbox, userName.toLowerCase()].some(
    (part) => part.length >= PERSONAL_PART_LENGTH_MIN && lowerCasePassword.includes(part),
  )
}

/** A language by its name, or by the number that old clients send: 1 for Swedish, 2 for English. */
export const LanguagePreference = z.pipe(
  z.union([z.literal(1), z.literal(2), MemberLanguage]),
  z.transform((value): Language => (value === 2 || value === 'ENGLISH' ? 'ENGLISH' : 'SWEDISH')),
)

export const RegisterEmail = z.object({
  email: Email,
  languagePreference: z._default(z.optional(LanguagePreference), 'SWEDISH'),
})
export type RegisterEmail = z.infer<typeof RegisterEmail>

const registeringPersonSchema = (referenceYear: () => number) =>
  z.object(
    {
      sex: z.enum(Sex.options, 'person.sex'),
      year: z
        .int('person.age')
        .check(z.refine((year) => isRegistrationYear(year, referenceYear()), { error: 'person.age' })),
    },
    'persons.count',
  )

/**
 * Returns the schema of the last step of registration. It calls `referenceYear` at each validation, since the year
 * changes.
 */
export const CompleteRegistration = (referenceYear: () => number) =>
  z.object({
    deviceKey: DeviceKey,
    token: z.string().check(z.minLength(1, 'field.required'), atMost(200, 'field.invalid')),
    userName: NewUserName,
    password: NewPassword,
    person1: registeringPersonSchema(referenceYear),
    person2: z.optional(z.nullable(registeringPersonSchema(referenceYear))),
    cities: Cities,
    language: z._default(z.optional(LanguagePreference), 'SWEDISH'),
  })
export type CompleteRegistration = z.infer<ReturnType<typeof CompleteRegistration>>

export const EmailParam = z.object({ email: Email })
/** The token with which a member sets a new password. */
export const ResetToken = z.object({ token: z.string() })
export type ResetToken = z.infer<typeof ResetToken>

export const TokenParam = z.object({ token: z.string().check(atMost(200, 'field.invalid')) })
