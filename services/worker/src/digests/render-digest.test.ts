import { LANGUAGES } from '@app/contract/text/language'
import { expect, test } from 'vitest'
import { renderMail } from '../mail/render-mail.ts'
import { createDigestContent, type DigestCounts, type DigestKind, TOPICS } from './digest-content.ts'
import { renderDigest } from './render-digest.ts'

const URL = 'https://salong.test'
const NO_COUNTS = Object.fromEntries(TOPICS.map((topic) => [topic, 0])) as DigestCounts
const MANY_COUNTS = Object.fromEntries(TOPICS.map((topic, index) => [topic, index + 1])) as DigestCounts
const KINDS: DigestKind[] = ['CHATS', 'EVENTS', 'NEWS']

const EXAMPLES: [string, DigestCounts, DigestKind[]][] = [
  ['all lines', MANY_COUNTS, KINDS],
  ['other counts', { ...MANY_COUNTS, messages: 1_234, news: 7 }, KINDS],
  ['lines of one kind', MANY_COUNTS, ['NEWS']],
  ['one line', { ...NO_COUNTS, invites: 1 }, KINDS],
]

for (const language of LANGUAGES) {
  test.each(EXAMPLES)(`renders a digest with %s exactly as renderMail does, ${language}`, async (_, counts, kinds) => {
    for (const character of ['a', 'Z', '-', '_']) {
      const recipient = { language, unsubscribeKey: character.repeat(43), kinds }
      const mailContent = createDigestContent(URL, recipient, counts)
      expect(mailContent).not.toBeNull()
      expect(await renderDigest(URL, recipient, counts)).toEqual(mailContent && (await renderMail(mailContent)))
    }
  })
}

test('renders no digest if there is nothing new of a wanted kind', async () => {
  const recipient = { language: 'SWEDISH' as const, unsubscribeKey: 'a'.repeat(43), kinds: KINDS }
  expect(await renderDigest(URL, recipient, NO_COUNTS)).toBeNull()
  expect(await renderDigest(URL, { ...recipient, kinds: [] }, MANY_COUNTS)).toBeNull()
})
