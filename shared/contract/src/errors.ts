import * as z from 'zod/mini'
import type { Text } from './text/language.ts'

type ErrorSpec = { status: number; text: Text }

/** Every error code of the API, with its HTTP status and its text for the member. */
export const ERRORS = {
  VALIDATION: {
    status: 400,
    text: { sv: 'Kontrollera det du har fyllt i.', en: 'Please check what you entered.' },
  },
  ILLEGAL_CHARACTER: {
    status: 400,
    text: {
      sv: 'Namnet får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.',
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
  DATE_TIME_PASSED: {
    status: 400,
    text: { sv: 'Eventet måste ligga i framtiden.', en: 'Event must be in the future' },
  },
  INVALID_TOKEN: {
    status: 400,
    text: {
      sv: 'Länken gäller inte längre. Be om ett nytt mejl.',
      en: 'Ticket is expired or wrong, request a new email',
    },
  },
  PLEASE_LOGIN: { status: 401, text: { sv: 'Du är utloggad. Logga in igen.', en: 'No valid session, login required' } },
  FALSE_CREDENTIALS: {
    status: 401,
    text: { sv: 'Fel e-postadress eller lösenord.', en: 'Email or password is incorrect' },
  },
  PASSKEY_REQUIRED: {
    status: 401,
    text: { sv: 'Logga in med en passkey för att fortsätta.', en: 'Log in with a passkey to continue.' },
  },
  AGE_CHECK_FAILED: {
    status: 400,
    text: {
      sv: 'Ålderskontrollen gick inte att slutföra. Börja om från början.',
      en: "The age check couldn't be completed. Please start over.",
    },
  },
  AGE_CHECK_REQUIRED: {
    status: 403,
    text: {
      sv: 'Du behöver visa att du har åldern inne innan du kan fortsätta.',
      en: 'You need to confirm your age before you can continue.',
    },
  },
  RESTRICTED: {
    status: 403,
    text: {
      sv: 'Du får inte göra det här just nu. Beslutet finns under Trygghet i inställningarna.',
      en: "You can't do this right now. The decision is in Settings, under Safety.",
    },
  },
  NOT_ACCEPTING: {
    status: 403,
    text: {
      sv: 'Du kan inte skriva först till den här medlemmen.',
      en: "You can't write to this member first.",
    },
  },
  SUSPENDED: {
    status: 403,
    text: {
      sv: 'Kontot är avstängt. Vi har mejlat beslutet och hur du överklagar.',
      en: 'The account is suspended. We have emailed you the decision and how to appeal.',
    },
  },
  DELETED_STATE: { status: 403, text: { sv: 'Kontot håller på att tas bort.', en: 'Account is being deleted' } },
  FORBIDDEN: { status: 403, text: { sv: 'Det går inte att göra här.', en: "You can't do that here." } },
  NOT_FOUND: {
    status: 404,
    text: { sv: 'Det finns inte, eller har tagits bort.', en: "It doesn't exist or has been removed." },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    text: { sv: 'Överföringen tog för lång tid. Försök igen.', en: 'The transfer took too long. Try again.' },
  },
  EMAIL_IN_USE: {
    status: 409,
    text: { sv: 'Det finns redan ett konto med den e-postadressen.', en: 'This email already exists' },
  },
  USER_NAME_IN_USE: { status: 409, text: { sv: 'Profilnamnet är upptaget.', en: 'Profile name is taken' } },
  GROUP_NAME_IN_USE: { status: 409, text: { sv: 'Gruppnamnet är upptaget.', en: 'That group name is taken.' } },
  CLAIMED: {
    status: 409,
    text: { sv: 'Någon annan i Teamet har ärendet just nu.', en: 'Someone else on the team has this case right now.' },
  },
  INVITES_UNANSWERED: {
    status: 409,
    text: {
      sv: 'Du har för många inbjudningar som väntar på svar. Vänta tills någon svarar, eller ta tillbaka en.',
      en: 'You have too many invites waiting for an answer. Wait until someone answers, or withdraw one.',
    },
  },
  CONFLICT: { status: 409, text: { sv: 'Det är redan gjort.', en: 'That has already been done.' } },
  TOO_LARGE: { status: 413, text: { sv: 'Filen eller texten är för stor.', en: 'The file or text is too large.' } },
  UNSUPPORTED_MEDIA: {
    status: 415,
    text: { sv: 'Den sortens fil går inte att använda här.', en: "That kind of file can't be used here." },
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    text: {
      sv: 'Det gick lite fort. Vänta en stund och försök igen.',
      en: 'That was a little fast. Wait a while and try again.',
    },
  },
  UNAVAILABLE: {
    status: 503,
    text: {
      sv: 'Det går inte just nu. Försök igen om en stund.',
      en: "That isn't possible right now. Try again in a while.",
    },
  },
  UNKNOWN: { status: 500, text: { sv: 'Okänt fel.', en: 'Unknown error.' } },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

export const ErrorResponse = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
ErrorResponse.register(z.globalRegistry, { id: 'Error' })
