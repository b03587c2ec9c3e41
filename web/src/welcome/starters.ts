import type { Language } from '@app/contract/text/language'

/** The maximum length of an answer, in characters. */
export const ANSWER_MAX = 140
export const ANSWERS_MAX = 3

/** The beginnings of sentences that the welcome offers: for one person, and for a couple if that differs. */
const STARTERS = {
  sunday: { SWEDISH: ['En bra söndag är'], ENGLISH: ['A good Sunday is'] },
  ask: { SWEDISH: ['Fråga mig om', 'Fråga oss om'], ENGLISH: ['Ask me about', 'Ask us about'] },
  happy: {
    SWEDISH: ['Jag blir glad av', 'Vi blir glada av'],
    ENGLISH: ['What makes me happy is', 'What makes us happy is'],
  },
  laugh: {
    SWEDISH: ['Jag skrattar alltid åt', 'Vi skrattar alltid åt'],
    ENGLISH: ['I always laugh at', 'We always laugh at'],
  },
  home: {
    SWEDISH: ['Hemma hos mig finns det alltid', 'Hemma hos oss finns det alltid'],
    ENGLISH: ['At my place there is always', 'At our place there is always'],
  },
  cook: {
    SWEDISH: ['Det bästa jag lagar är', 'Det bästa vi lagar är'],
    ENGLISH: ['The best thing I cook is', 'The best thing we cook is'],
  },
  detour: {
    SWEDISH: ['Jag åker gärna omvägar för', 'Vi åker gärna omvägar för'],
    ENGLISH: ['I gladly take a detour for', 'We gladly take a detour for'],
  },
  talk: {
    SWEDISH: ['Jag kan prata hur länge som helst om', 'Vi kan prata hur länge som helst om'],
    ENGLISH: ['I could talk for hours about', 'We could talk for hours about'],
  },
} as const satisfies Record<string, Record<Language, readonly [string, string?]>>

export type StarterId = keyof typeof STARTERS

/** A sentence of the presentation: a starter as it is written there, and how the member has completed it. */
export type Answer = { id: StarterId; starter: string; text: string }

const IDS = Object.keys(STARTERS) as StarterId[]
const LANGUAGES = ['SWEDISH', 'ENGLISH'] as const satisfies readonly Language[]

/** Lists the starters in a language, for one person or for a couple. */
export const listStarters = (language: Language, couple: boolean): { id: StarterId; starter: string }[] =>
  IDS.map((id) => {
    const [one, two] = STARTERS[id][language] as readonly [string, string?]
    return { id, starter: couple ? (two ?? one) : one }
  })

const KNOWN_STARTERS = IDS.flatMap((id) =>
  LANGUAGES.flatMap((language) => STARTERS[id][language].map((starter: string) => ({ id, language, starter }))),
)

/** Finds the starter with which a text begins, in any language, and the rest of the text. */
export function findStarter(text: string): (Answer & { language: Language }) | null {
  for (const known of KNOWN_STARTERS)
    if (text.startsWith(`${known.starter} `)) return { ...known, text: text.slice(known.starter.length + 1).trim() }
  return null
}

const paragraphsOf = (description: string): string[] =>
  description.split(/\n\s*\n/).filter((text) => text.trim() !== '')

const isAnswer = ({ text }: Answer): boolean => text !== '' && !text.includes('\n') && [...text].length <= ANSWER_MAX

function answerOf(paragraph: string): Answer | null {
  const found = findStarter(paragraph.trim())
  return found && isAnswer(found) ? { id: found.id, starter: found.starter, text: found.text } : null
}

/** Returns the first three answers in a presentation, in order. A second answer to the same starter does not count. */
export function parseAnswers(description: string): Answer[] {
  const answers: Answer[] = []
  for (const paragraph of paragraphsOf(description)) {
    const answer = answerOf(paragraph)
    if (answer && answers.length < ANSWERS_MAX && !answers.some(({ id }) => id === answer.id)) answers.push(answer)
  }
  return answers
}

const toParagraph = ({ starter, text }: Answer): string => `${starter} ${text.trim().replace(/\s+/g, ' ')}`

/**
 * Returns a presentation with these answers. Changed answers keep their position; new ones follow the others, or come
 * first if there are none. Empty answers are left out. All other paragraphs stay as they are.
 */
export function withAnswers(description: string, answers: readonly Answer[]): string {
  const previous = parseAnswers(description)
  const written = answers.filter(({ text }) => text.trim() !== '')
  const remaining = new Map(written.map((answer) => [answer.id, answer]))
  const kept: { text: string; isAnswer: boolean }[] = []
  const unseen = new Set(previous.map(({ id }) => id))
  for (const paragraph of paragraphsOf(description)) {
    const id = answerOf(paragraph)?.id
    if (id === undefined || !unseen.has(id)) {
      kept.push({ text: paragraph, isAnswer: false })
      continue
    }
    unseen.delete(id)
    const answer = remaining.get(id)
    remaining.delete(id)
    if (answer) kept.push({ text: toParagraph(answer), isAnswer: true })
  }
  const added = [...remaining.values()].map((answer) => ({ text: toParagraph(answer), isAnswer: true }))
  kept.splice(kept.findLastIndex((paragraph) => paragraph.isAnswer) + 1, 0, ...added)
  return kept.map(({ text }) => text).join('\n\n')
}
