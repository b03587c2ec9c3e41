import { expect, test } from 'vitest'
import { hasContactDetails } from './contact-details.ts'

test.each([
  'Skriv på https://exempel.se/hej',
  'kolla WWW.exempel.com',
  'min sida: exempel.nu',
  'Ring 070-123 45 67',
  '+46 70 123 45 67',
  '0701234567',
  '0046701234567',
])('finds a link or number in %s', (text) => expect(hasContactDetails(text)).toBe(true))

test.each(['Hej! Hur är läget?', 'Vi är 45 och 47.', 'kl. 19.30 den 12/6', 'Jag fyller 40 2026-05-14', 'ok.sen då'])(
  'finds no link or number in %s',
  (text) => expect(hasContactDetails(text)).toBe(false),
)
