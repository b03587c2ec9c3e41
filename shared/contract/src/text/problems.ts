import type { DeckProblem } from './deck-problems.ts'
import { type Language, type Text, translate } from './language.ts'
import type { SafetyProblem } from './safety-problems.ts'
import type { ServerProblem } from './server-problems.ts'

/**
 * Problems of a single field that any page of the web client may show, so all pages load them. Schemas use the keys as
 * the messages of issues; the gateway and the web client translate them into the member's language.
 */
export const PROBLEMS = {
  'email.invalid': { sv: 'E-postadressen ser inte rätt ut.', en: 'Invalid email' },
  'password.empty': { sv: 'Välj ett lösenord.', en: 'Enter a password.' },
  'password.loginEmpty': { sv: 'Skriv ditt lösenord.', en: 'Enter password' },
  'password.length': {
    sv: 'Lösenordet ska ha mellan 8 och 128 tecken.',
    en: 'The password has to be between 8 and 128 characters.',
  },
  'userName.empty': { sv: 'Välj ett profilnamn.', en: 'Enter user name.' },
  'userName.length': {
    sv: 'Profilnamnet ska ha mellan 1 och 30 tecken.',
    en: 'Profile name has to be between 1 and 30 characters.',
  },
  'userName.characters': {
    sv: 'Profilnamnet får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.',
    en: 'Profile name may only contain letters A-Z, Å, Ä and Ö, numbers, space, period and minus.',
  },
  'userName.letter': {
    sv: 'Profilnamnet måste innehålla minst en bokstav.',
    en: 'Profile must contain at least one letter.',
  },
  'persons.count': { sv: 'Välj en eller två personer.', en: 'Select one or two persons.' },
  'person.sex': { sv: 'Välj personens kön.', en: "Please select person's sex." },
  'person.age': {
    sv: 'Åldern måste vara mellan 18 och 110. Kontrollera födelseåret.',
    en: 'Age must be between 18 and 110. Please check the year of birth.',
  },
  'terms.accept': { sv: 'Godkänn villkoren för att fortsätta.', en: 'Please accept terms & conditions.' },
  'cities.none': { sv: 'Välj minst en ort.', en: 'Please select at least one city.' },
  'cities.noneInProfile': { sv: 'Välj minst en ort.', en: 'Select at least one city' },
  'cities.many': { sv: 'Högst 5 orter kan väljas.', en: 'At most 5 cities can be selected.' },
  'cities.unknown': { sv: 'Orten finns inte i listan.', en: 'That city is not in the list.' },
  'cities.manyInSearch': { sv: 'Högst 3 orter kan väljas.', en: 'At most 3 cities can be selected.' },
  'ages.order': { sv: 'Högsta åldern är lägre än den lägsta.', en: 'The maximum age is lower than the minimum.' },
  'person.height': { sv: 'Längden ska vara mellan 140 och 210 cm.', en: 'Invalid height' },
  'person.weight': { sv: 'Vikten ska vara mellan 30 och 300 kg.', en: 'Weight has to be between 30 and 300 kg.' },
  'person.year': {
    sv: 'Födelseåret ska ligga mellan 1910 och 2001.',
    en: 'The year of birth has to be between 1910 and 2001.',
  },
  'person.orientation': { sv: 'Välj personens läggning.', en: "Please select the person's orientation." },
  'text.characters': {
    sv: 'Texten innehåller tecken som inte går att spara.',
    en: "The text contains characters that can't be saved.",
  },
  'message.short': { sv: 'Skriv minst två tecken.', en: 'Write at least two characters.' },
  'message.long': {
    sv: 'Meddelandet får ha högst 1 000 tecken.',
    en: 'The message can have at most 1,000 characters.',
  },
  'text.long': { sv: 'Texten är för lång.', en: 'The text is too long.' },
  'groupName.length': {
    sv: 'Gruppens namn ska ha mellan 3 och 30 tecken.',
    en: 'The group name has to be between 3 and 30 characters.',
  },
  'groupName.characters': {
    sv: 'Gruppens namn får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.',
    en: 'The group name may only contain letters A-Z, Å, Ä and Ö, numbers, space, period and minus.',
  },
  'group.description': { sv: 'Beskriv gruppen.', en: 'Describe the group.' },
  'event.date': { sv: 'Skriv datumet som åååå-mm-dd.', en: 'Write the date as yyyy-mm-dd.' },
  'event.time': { sv: 'Skriv tiden som tt:mm.', en: 'Write the time as hh:mm.' },
  'event.noSuchDate': { sv: 'Det datumet finns inte.', en: "That date doesn't exist." },
  'event.noSuchTime': {
    sv: 'Den tiden finns inte. Kontrollera datum och klockslag.',
    en: "That time doesn't exist. Please check the date and time.",
  },
  'event.passed': { sv: 'Eventet måste ligga i framtiden.', en: 'Event must be in the future.' },
  'event.capacity': {
    sv: 'Antalet platser ska vara ett helt tal mellan 1 och 10 000.',
    en: 'The number of spots has to be a whole number from 1 to 10,000.',
  },
  'passkey.code': { sv: 'Skriv en av dina koder.', en: 'Enter one of your codes.' },
  'passkey.name': { sv: 'Ge din passkey ett namn.', en: 'Give your passkey a name.' },
  'field.required': { sv: 'Fyll i det här.', en: 'Please fill this in.' },
  'field.invalid': { sv: 'Kontrollera det här fältet.', en: 'Please check this field.' },
} as const satisfies Record<string, Text>

export type Problem = keyof typeof PROBLEMS | SafetyProblem | ServerProblem | DeckProblem

/** Returns whether the message of an issue is a key of PROBLEMS. */
export const isProblem = (message: string): message is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, message)

/** Translates the message of an issue. A message that is not a key of PROBLEMS is treated as `field.invalid`. */
export const translateProblem = (message: string, language: Language): string =>
  translate(PROBLEMS[isProblem(message) ? message : 'field.invalid'], language)
