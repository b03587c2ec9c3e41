import { afterTest } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { aMailServer } from '../testing-mail-server.ts'
import { classifyRejection, createSmtp } from './smtp.ts'

test.each([
  ['an unknown mailbox', { command: 'RCPT TO', responseCode: 550, status: '5.1.1' }, 'UNDELIVERABLE'],
  ['an unknown mailbox without status', { command: 'RCPT TO', responseCode: 550 }, 'UNDELIVERABLE'],
  ['a closed mailbox', { command: 'RCPT TO', responseCode: 550, status: '5.2.1' }, 'UNDELIVERABLE'],
  [
    'an unknown mailbox, reported after the text',
    { command: 'DATA', responseCode: 550, status: '5.1.1' },
    'UNDELIVERABLE',
  ],
  ['a full mailbox', { command: 'RCPT TO', responseCode: 552, status: '5.2.2' }, 'REFUSED'],
  ['a full mailbox without status', { command: 'RCPT TO', responseCode: 552 }, 'REFUSED'],
  ['a sender that the recipient blocks', { command: 'RCPT TO', responseCode: 550, status: '5.7.1' }, 'REFUSED'],
  ['a refused transaction without status', { command: 'RCPT TO', responseCode: 554 }, 'REFUSED'],
  ['a text classified as spam', { command: 'DATA', responseCode: 554 }, 'REFUSED'],
  ['a text rejected without status', { command: 'DATA', responseCode: 550 }, 'REFUSED'],
  ['a greylisted sender', { command: 'RCPT TO', responseCode: 450, status: '4.7.1' }, 'LATER'],
  ['a server that is busy', { command: 'DATA', responseCode: 451 }, 'LATER'],
  ['a wrong password in the settings', { command: 'AUTH PLAIN', responseCode: 535, status: '5.7.8' }, 'LATER'],
  ['a sender that the mail server rejects', { command: 'MAIL FROM', responseCode: 550, status: '5.7.1' }, 'LATER'],
  ['a server that does not greet', { code: 'ETIMEDOUT', command: 'CONN' }, 'LATER'],
  ['an unknown cause', {}, 'LATER'],
])('classifies the rejection of %s', (_name, rejection, expected) => {
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
