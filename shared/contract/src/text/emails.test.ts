import { expect, test } from 'vitest'
import { isSubaddress, mailboxKey } from './emails.ts'

test.each([
  ['Anna@Example.test', 'anna@example.test'],
  ['anna+salong@example.test', 'anna@example.test'],
  ['anna+a+b@example.test', 'anna@example.test'],
  ['an.na@example.test', 'an.na@example.test'],
  ['an.na+x@gmail.com', 'anna@gmail.com'],
  ['An.Na@GoogleMail.com', 'anna@gmail.com'],
  ['an-na@gmail.com', 'an-na@gmail.com'],
  ['an_n-a@protonmail.com', 'anna@proton.me'],
  ['anna@pm.me', 'anna@proton.me'],
  ['an.na@me.com', 'an.na@icloud.com'],
  ['an-na@ya.ru', 'an.na@yandex.com'],
  ['+tag@example.test', '+tag@example.test'],
])('maps %s to the mailbox %s', (address, mailbox) => {
  expect(mailboxKey(address)).toBe(mailbox)
})

test('only an address with a tag after the name is a subaddress', () => {
  expect(isSubaddress('anna+salong@example.test')).toBe(true)
  for (const address of ['anna@example.test', 'an.na@gmail.com', '+tag@example.test'])
    expect(isSubaddress(address)).toBe(false)
})
