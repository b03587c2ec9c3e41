import { LANGUAGES } from '@app/contract/text/language'
import { expect, test } from 'vitest'
import { renderMail } from '../mail/render-mail.ts'
import { COUNTS, createDigestContent, type DigestContents, type Kind } from './digest-content.ts'
import { renderDigest } from './render-digest.ts'

const URL = 'https://salong.test'
const NO_CONTENTS = Object.fromEntries(COUNTS.map((count) => [count, 0])) as DigestContents
const MANY_CONTENTS = Object.fromEntries(COUNTS.map((count, index) => [count, index + 1])) as DigestContents
const KINDS: Kind[] = ['CHATS', 'EVENTS', 'NEWS']

const CONTENTS: [string, DigestContents, Kind[]][] = [
  ['all lines', MANY_CONTENTS, KINDS],
  ['other counts', { ...MANY_CONTENTS, messages: 1_234, news: 7 }, KINDS],
  ['of one kind', MANY_CONTENTS, ['NEWS']],
  ['one line', { ...NO_CONTENTS, invites: 1 }, KINDS],
]

for (const language of LANGUAGES) {
  test.each(CONTENTS)(`renders a digest of %s exactly as renderMail does, ${language}`, async (_, contents, kinds) => {
    for (const character of ['a', 'Z', '-', '_']) {
      const recipient = { language, name: character.repeat(43), kinds }
      const mailContent = createDigestContent(URL, recipient, contents)
      expect(mailContent).not.toBeNull()
      expect(await renderDigest(URL, recipient, contents)).toEqual(mailContent && (await renderMail(mailContent)))
    }
  })
}

test('renders no digest without contents', async () => {
  const recipient = { language: 'SWEDISH' as const, name: 'a'.repeat(43), kinds: KINDS }
  expect(await renderDigest(URL, recipient, NO_CONTENTS)).toBeNull()
  expect(await renderDigest(URL, { ...recipient, kinds: [] }, MANY_CONTENTS)).toBeNull()
})
