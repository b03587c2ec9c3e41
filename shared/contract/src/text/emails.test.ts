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

test.each([
  ['anna@example.test', false],
  ['an.na@gmail.com', false],
  ['+tag@example.test', false],
  ['anna+salong@example.test', true],
])('distinguishes subaddresses: %s, %s', (address, expected) => {
  expect(isSubaddress(address)).toBe(expected)
})
