import { afterTest } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { aMailServer } from '../testing-mail-server.ts'
import { classifyRejection, createSmtp } from './smtp.ts'

test.each([
  ['an unknown mailbox', 'UNDELIVERABLE', { command: 'RCPT TO', responseCode: 550, status: '5.1.1' }],
  ['an unknown mailbox without status', 'UNDELIVERABLE', { command: 'RCPT TO', responseCode: 550 }],
  ['a closed mailbox', 'UNDELIVERABLE', { command: 'RCPT TO', responseCode: 550, status: '5.2.1' }],
  [
    'an unknown mailbox, reported after the text',
    'UNDELIVERABLE',
    { command: 'DATA', responseCode: 550, status: '5.1.1' },
  ],
  ['a full mailbox', 'REFUSED', { command: 'RCPT TO', responseCode: 552, status: '5.2.2' }],
  ['a full mailbox without status', 'REFUSED', { command: 'RCPT TO', responseCode: 552 }],
  ['a sender that the recipient blocks', 'REFUSED', { command: 'RCPT TO', responseCode: 550, status: '5.7.1' }],
  ['a refused transaction without status', 'REFUSED', { command: 'RCPT TO', responseCode: 554 }],
  ['a text classified as spam', 'REFUSED', { command: 'DATA', responseCode: 554 }],
  ['a text rejected without status', 'REFUSED', { command: 'DATA', responseCode: 550 }],
  ['a greylisted sender', 'LATER', { command: 'RCPT TO', responseCode: 450, status: '4.7.1' }],
  ['a server that is busy', 'LATER', { command: 'DATA', responseCode: 451 }],
  ['a wrong password in the settings', 'LATER', { command: 'AUTH PLAIN', responseCode: 535, status: '5.7.8' }],
  ['a sender that the mail server rejects', 'LATER', { command: 'MAIL FROM', responseCode: 550, status: '5.7.1' }],
  ['a server that does not greet', 'LATER', { code: 'ETIMEDOUT', command: 'CONN' }],
  ['an unknown cause', 'LATER', {}],
] as const)('classifies the rejection of %s as %s', (_name, expected, rejection) => {
  const outcome = classifyRejection(rejection, false)
  const classification =
    outcome.result === 'REFUSED' && outcome.isAddressUndeliverable ? 'UNDELIVERABLE' : outcome.result
  expect(classification).toBe(expected)
})

test('sends nothing to a mail server without encryption if the operator requires it', async () => {
  const server = await aMailServer()
  afterTest(server.stop)
  const mail = { to: 'mira@example.test', subject: 'Hej', text: 'Hej', html: '<p>Hej</p>' }
  const mailFrom = 'Salong <noreply@example.test>'
  expect(await createSmtp(`${server.url}?requireTLS=true`, mailFrom).send(mail)).toMatchObject({ result: 'LATER' })
  expect(server.delivered).toEqual([])
  expect(await createSmtp(server.url, mailFrom).send(mail)).toEqual({ result: 'TAKEN' })
})
