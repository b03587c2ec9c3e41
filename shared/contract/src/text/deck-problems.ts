import type { Text } from './language.ts'

/**
 * Problems of an uploaded deck. Only the server uses them, so they are separate from those that the web client loads.
 */
export const DECK_PROBLEMS = {
  'deck.unreadable': {
    sv: 'Filen går inte att läsa som kalkylblad.',
    en: "The file can't be read as a spreadsheet.",
  },
  'deck.columns': {
    sv: 'Första raden ska ha rubrikerna type, text, audience och spiciness.',
    en: 'The first row must have the headings type, text, audience and spiciness.',
  },
  'deck.empty': { sv: 'Det finns inga kort i filen.', en: 'There are no cards in the file.' },
  'deck.rows': { sv: 'Högst 5 000 rader får plats.', en: 'There is room for at most 5,000 rows.' },
  'deck.wide': { sv: 'Högst 20 kolumner får plats.', en: 'There is room for at most 20 columns.' },
  'deck.formula': { sv: 'Formler går inte att använda.', en: "Formulas can't be used." },
  'card.type': { sv: 'Kolumnen type ska vara TRUTH eller DARE.', en: 'The type column has to be TRUTH or DARE.' },
  'card.text': {
    sv: 'Texten saknas eller är längre än 500 tecken.',
    en: 'The text is missing or longer than 500 characters.',
  },
  'card.placeholder': {
    sv: 'Bara {actor} och {partner} får stå inom klammerparenteser.',
    en: 'Only {actor} and {partner} can be used in braces.',
  },
  'card.audience': {
    sv: 'Kolumnen audience ska vara MIXED, MALE eller FEMALE, flera med komma emellan.',
    en: 'The audience column has to be MIXED, MALE or FEMALE, or several separated by commas.',
  },
  'card.spiciness': {
    sv: 'Kolumnen spiciness ska vara GREEN, YELLOW, RED eller EXTREME.',
    en: 'The spiciness column has to be GREEN, YELLOW, RED or EXTREME.',
  },
} as const satisfies Record<string, Text>

export type DeckProblem = keyof typeof DECK_PROBLEMS
