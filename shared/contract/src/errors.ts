import * as z from 'zod/mini'
import type { Text } from './language.ts'

type ErrorSpec = { status: number; text: Text }

/** Every code that the API answers, with its HTTP status and what it says to the member. */
export const ERRORS = {
  VALIDATION: {
    status: 400,
    text: { sv: 'Något i uppgifterna stämmer inte.', en: 'Something in the details is not right.' },
  },
  ILLEGAL_CHARACTER: {
    status: 400,
    text: {
      sv: 'Namnet får bara innehålla bokstäverna A-Z, Å, Ä och Ö, siffror, mellanslag, punkt och minus.',
      en: 'The name may only contain letters A-Z, Å, Ä and Ö, numbers, space, period and minus.',
    },
  },
  INVALID_GROUP_NAME: {
    status: 400,
    text: {
      sv: 'Gruppens namn ska ha mellan 3 och 30 tecken.',
      en: 'The group name has to be between 3 and 30 characters.',
    },
  },
  DATE_TIME_PASSED: { status: 400, text: { sv: 'Eventet måste ligga i framtiden', en: 'Event must be in the future' } },
  INVALID_TOKEN: {
    status: 400,
    text: {
      sv: 'Länken är för gammal eller fel, be om ett nytt mejl',
      en: 'Ticket is expired or wrong, request a new email',
    },
  },
  PLEASE_LOGIN: { status: 401, text: { sv: 'Ingen giltig session, logga in', en: 'No valid session, login required' } },
  FALSE_CREDENTIALS: { status: 401, text: { sv: 'Fel e-post eller lösenord', en: 'Email or password is incorrect' } },
  DELETED_STATE: { status: 403, text: { sv: 'Kontot håller på att tas bort', en: 'Account is being deleted' } },
  FORBIDDEN: { status: 403, text: { sv: 'Det har du inte rätt att göra.', en: 'You are not allowed to do that.' } },
  NOT_FOUND: {
    status: 404,
    text: { sv: 'Det finns inte, eller inte längre.', en: 'It does not exist, or no longer.' },
  },
  EMAIL_IN_USE: { status: 409, text: { sv: 'E-postadressen finns redan', en: 'This email already exists' } },
  USER_NAME_IN_USE: { status: 409, text: { sv: 'Profilnamnet är upptaget', en: 'Profile name is taken' } },
  GROUP_NAME_IN_USE: { status: 409, text: { sv: 'Gruppnamnet är upptaget', en: 'Group name is taken' } },
  CONFLICT: { status: 409, text: { sv: 'Det är redan gjort.', en: 'That has been done already.' } },
  TOO_LARGE: { status: 413, text: { sv: 'Det är för stort.', en: 'That is too large.' } },
  UNSUPPORTED_MEDIA: {
    status: 415,
    text: { sv: 'Den sortens innehåll går inte att ta emot.', en: 'That kind of content is not accepted.' },
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    text: {
      sv: 'Det gick lite fort. Vänta en stund och prova igen.',
      en: 'That was a little fast. Wait a while and try again.',
    },
  },
  UNAVAILABLE: {
    status: 503,
    text: {
      sv: 'Det går inte just nu. Prova igen om en stund.',
      en: 'That is not possible right now. Try again in a while.',
    },
  },
  UNKNOWN: { status: 500, text: { sv: 'Okänt fel.', en: 'Unknown error.' } },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

export const ErrorAnswer = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
ErrorAnswer.register(z.globalRegistry, { id: 'Error' })
