import type { Language } from '@app/contract/text/language'
import { ANSWER_MAX, findStarter, type StarterId } from './starters.ts'

/**
 * The phrases with which a greeting introduces another member's answer: for one person, and for a couple if that
 * differs.
 */
const GREETINGS = {
  sunday: { SWEDISH: ['en bra söndag är'], ENGLISH: ['a good Sunday is'] },
  ask: {
    SWEDISH: ['man får fråga dig om', 'man får fråga er om'],
    ENGLISH: ['I should ask you about', 'I should ask you about'],
  },
  happy: { SWEDISH: ['du blir glad av', 'ni blir glada av'], ENGLISH: ['what makes you happy is'] },
  laugh: { SWEDISH: ['du alltid skrattar åt', 'ni alltid skrattar åt'], ENGLISH: ['you always laugh at'] },
  home: {
    SWEDISH: ['det hemma hos dig alltid finns', 'det hemma hos er alltid finns'],
    ENGLISH: ['at your place there is always'],
  },
  cook: { SWEDISH: ['det bästa du lagar är', 'det bästa ni lagar är'], ENGLISH: ['the best thing you cook is'] },
  detour: {
    SWEDISH: ['du gärna åker omvägar för', 'ni gärna åker omvägar för'],
    ENGLISH: ['you gladly take a detour for'],
  },
  talk: {
    SWEDISH: ['du kan prata hur länge som helst om', 'ni kan prata hur länge som helst om'],
    ENGLISH: ['you could talk for hours about'],
  },
} as const satisfies Record<StarterId, Record<Language, readonly [string, string?]>>

const WROTE = {
  SWEDISH: ['Du skrev', 'Ni skrev'],
  ENGLISH: ['You wrote', 'You wrote'],
} as const satisfies Record<Language, readonly [string, string]>

const THAT = { SWEDISH: 'att', ENGLISH: 'that' } as const satisfies Record<Language, string>
const QUOTES = { SWEDISH: ['”', '”'], ENGLISH: ['“', '”'] } as const satisfies Record<Language, readonly string[]>

/**
 * Matches words in the first person. A sentence that contains one is quoted, since its 'my' would otherwise refer to
 * the sender.
 */
const FIRST_PERSON = {
  SWEDISH: /(?<!\p{L})(jag|mig|mej|min|mitt|mina|vi|oss|vår|vårt|våra)(?!\p{L})/iu,
  ENGLISH: /(?<!\p{L})(i|me|my|mine|myself|we|us|our|ours)(?!\p{L})/iu,
} as const satisfies Record<Language, RegExp>

/** Returns the first sentence without its period, cut at a word if it is longer than an answer. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n')
  const [sentence = ''] = line.split(/(?<=[.!?…])\s/)
  const characters = [...sentence.replace(/[.…]+$/, '').trim()]
  if (characters.length <= ANSWER_MAX) return characters.join('')
  return characters
    .slice(0, ANSWER_MAX)
    .join('')
    .replace(/\s\S*$/, '')
}

/**
 * Returns the beginning of a first message that refers to a member's own words; empty if they have none. The words are
 * plain text, and the language is the reader's, unless the words begin with a starter in the other one.
 */
export function greetingFor(words: string, couple: boolean, language: Language): string {
  if (words.trim() === '') return ''
  const to = couple ? 1 : 0
  const found = findStarter(words.trim())
  const answer = found && firstSentence(found.text)
  if (found && answer && !FIRST_PERSON[found.language].test(answer)) {
    const phrases = GREETINGS[found.id][found.language] as readonly [string, string?]
    return `${WROTE[found.language][to]} ${THAT[found.language]} ${phrases[to] ?? phrases[0]} ${answer} … `
  }
  const wordsLanguage = found?.language ?? language
  const [open, close] = QUOTES[wordsLanguage]
  const sentence = firstSentence(words)
  return sentence === '' ? '' : `${WROTE[wordsLanguage][to]}: ${open}${sentence}${close} … `
}
