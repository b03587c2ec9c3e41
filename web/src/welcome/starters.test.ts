import { expect, test } from 'vitest'
import { listStarters, parseAnswers, withAnswers } from './starters.ts'

const sunday = { id: 'sunday', starter: 'En bra söndag är', text: 'lång frukost.' } as const
const ask = { id: 'ask', starter: 'Fråga mig om', text: 'surdeg' } as const

test('answers become the paragraphs of an empty presentation, and can be parsed from it', () => {
  const description = withAnswers('', [sunday, ask])
  expect(description).toBe('En bra söndag är lång frukost.\n\nFråga mig om surdeg')
  expect(parseAnswers(description)).toEqual([sunday, ask])
})

test('changed answers keep their positions, new ones follow them, and other paragraphs stay unchanged', () => {
  const description = '# Hej\n\nEn bra söndag är lång frukost.\n\n- *Tält*\n- Segling'
  const answers = [{ ...sunday, text: 'ett dopp' }, ask]
  expect(withAnswers(description, answers)).toBe(
    '# Hej\n\nEn bra söndag är ett dopp\n\nFråga mig om surdeg\n\n- *Tält*\n- Segling',
  )
})

test('the first answers come before a presentation without any', () => {
  expect(withAnswers('Vi är två.', [sunday])).toBe('En bra söndag är lång frukost.\n\nVi är två.')
})

test('removes only a removed or emptied answer from the presentation', () => {
  const description = 'Hej.\n\nEn bra söndag är lång frukost.\n\nFråga mig om surdeg'
  expect(withAnswers(description, [ask])).toBe('Hej.\n\nFråga mig om surdeg')
  expect(withAnswers(description, [{ ...sunday, text: '  ' }, ask])).toBe('Hej.\n\nFråga mig om surdeg')
})

test('answers in the other language, and those of a couple, are found too and keep their words', () => {
  const description = 'A good Sunday is slow.\n\nHemma hos oss finns det alltid soppa.'
  const answers = parseAnswers(description)
  expect(answers.map(({ id, starter }) => [id, starter])).toEqual([
    ['sunday', 'A good Sunday is'],
    ['home', 'Hemma hos oss finns det alltid'],
  ])
  expect(withAnswers(description, answers)).toBe(description)
})

test.each([
  ['a paragraph of several lines', 'En bra söndag är lång\noch sen'],
  ['a longer sentence', `En bra söndag är ${'x'.repeat(141)}`],
  ['a word that only begins like a starter', 'Fråga mig omedelbart'],
])('%s is not taken for an answer', (_, paragraph) => {
  expect(parseAnswers(paragraph)).toEqual([])
  expect(withAnswers(paragraph, [ask])).toBe(`Fråga mig om surdeg\n\n${paragraph}`)
})

test('a fourth answer is an ordinary paragraph', () => {
  const paragraphs = listStarters('SWEDISH', false).map(({ starter }) => `${starter} x`)
  const description = paragraphs.slice(0, 4).join('\n\n')
  expect(parseAnswers(description)).toHaveLength(3)
  expect(withAnswers(description, [])).toBe(paragraphs[3])
})

test('a second paragraph with the same starter is kept unchanged', () => {
  const description = 'Fråga mig om surdeg\n\nFråga mig om båtar'
  expect(withAnswers(description, [{ ...ask, text: 'katter' }])).toBe('Fråga mig om katter\n\nFråga mig om båtar')
})

test('line breaks in an answer become spaces, so that it stays one paragraph', () => {
  expect(withAnswers('', [{ ...sunday, text: 'kaffe\n\noch bulle' }])).toBe('En bra söndag är kaffe och bulle')
})

test.each(['SWEDISH', 'ENGLISH'] as const)('no starter begins with another one (%s)', (language) => {
  for (const couple of [false, true]) {
    const starters = listStarters(language, couple).map(({ starter }) => starter)
    for (const starter of starters)
      expect(starters.filter((other) => other !== starter && other.startsWith(starter))).toEqual([])
  }
})
