import type { Text } from './language.ts'

/** Problems of a field that only services detect. They send the texts, so the web client does not load them. */
export const SERVER_PROBLEMS = {
  'email.same': { sv: 'Det är redan din adress.', en: 'That is already your address.' },
  'password.common': {
    sv: 'Det lösenordet är ett av de vanligaste. Välj ett annat.',
    en: 'That password is one of the most common. Choose another.',
  },
  'password.personal': {
    sv: 'Lösenordet får inte innehålla din e-postadress eller ditt profilnamn.',
    en: "The password can't contain your email address or your profile name.",
  },
  'name.reserved': {
    sv: 'Det namnet går inte att använda. Välj ett annat.',
    en: "That name can't be used. Choose another one.",
  },
  'password.wrong': { sv: 'Lösenordet stämmer inte.', en: 'That password is incorrect.' },
  'photos.many': {
    sv: 'Du har 100 foton, och fler får inte plats. Ta bort något först.',
    en: 'You have 100 photos, and there is no room for more. Delete one first.',
  },
  'groups.many': {
    sv: 'Du är med i 200 grupper, och det går inte att vara med i fler. Lämna en av dem först.',
    en: "You are in 200 groups and can't join more. Leave one first.",
  },
  'blocks.many': {
    sv: 'Du har blockerat 1 000 medlemmar, och det går inte att blockera fler. Häv en blockering först.',
    en: "You have blocked 1,000 members and can't block more. Unblock someone first.",
  },
  'ads.many': {
    sv: 'Du har tio annonser, och det går inte att ha fler. Ta bort en av dem först.',
    en: "You have ten ads and can't have more. Delete one first.",
  },
  'savedSearches.many': {
    sv: 'Du har fem sparade sökningar. Ta bort en först.',
    en: 'You have five saved searches. Delete one first.',
  },
  'savedSearches.name': {
    sv: 'Du har redan en sökning med det namnet.',
    en: 'You already have a search with that name.',
  },
  'passkeys.many': {
    sv: 'Du har tio passkeys. Ta bort en först.',
    en: 'You have ten passkeys. Delete one first.',
  },
  'passkeys.onlyNeeds': {
    sv: 'Lägg till en passkey och skapa återställningskoder först.',
    en: 'Add a passkey and create recovery codes first.',
  },
} as const satisfies Record<string, Text>

export type ServerProblem = keyof typeof SERVER_PROBLEMS
