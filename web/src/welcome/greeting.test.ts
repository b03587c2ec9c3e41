import { expect, test } from 'vitest'
import { greetingFor } from './greeting.ts'
import { listStarters } from './starters.ts'

test.each([
  ['En bra söndag är två koppar kaffe på klippan.', 'Du skrev att en bra söndag är två koppar kaffe på klippan … '],
  ['Fråga mig om kantareller, men inte var.', 'Du skrev att man får fråga dig om kantareller, men inte var … '],
  ['Hemma hos mig finns det alltid soppa i kylen', 'Du skrev att det hemma hos dig alltid finns soppa i kylen … '],
])('an answer is repeated in the second person: %s', (words, greeting) => {
  expect(greetingFor(words, false, 'SWEDISH')).toBe(greeting)
})

test('a couple is addressed in the plural', () => {
  expect(greetingFor('Fråga oss om kantareller.', true, 'SWEDISH')).toBe(
    'Ni skrev att man får fråga er om kantareller … ',
  )
})

test.each([
  ['Jag skrattar alltid åt mina egna skämt.', 'Du skrev: ”Jag skrattar alltid åt mina egna skämt” … '],
  ['Nyinflyttad. Gillar båtar.', 'Du skrev: ”Nyinflyttad” … '],
])('words in the first person, and words without a starter, are quoted: %s', (words, greeting) => {
  expect(greetingFor(words, false, 'SWEDISH')).toBe(greeting)
})

test('the greeting is in the language of the starter, or in that of the reader if the words have no starter', () => {
  expect(greetingFor('A good Sunday is slow. Very.', false, 'SWEDISH')).toBe('You wrote that a good Sunday is slow … ')
  expect(greetingFor('I sing at home.', false, 'ENGLISH')).toBe('You wrote: “I sing at home” … ')
})

test('a member without words gets no greeting', () => {
  expect(greetingFor('  ', false, 'SWEDISH')).toBe('')
})

test('a long sentence ends at a word', () => {
  const greeting = greetingFor(`En bra söndag är ${'lugn '.repeat(40)}`, false, 'SWEDISH')
  expect(greeting).toMatch(/lugn … $/)
  expect(greeting.length).toBeLessThan(190)
})

test.each(['SWEDISH', 'ENGLISH'] as const)(
  'every starter has a greeting for one person and for a couple (%s)',
  (language) => {
    for (const couple of [false, true])
      for (const { starter } of listStarters(language, couple))
        expect(greetingFor(`${starter} snö.`, couple, language)).toMatch(/^\p{L}+ \p{L}+ \p{L}+ .* snö … $/u)
  },
)
