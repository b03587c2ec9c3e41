import { LANGUAGES } from '@app/contract/text/language'
import { expect, test } from 'vitest'
import { renderLetter } from '../mail/render-letter.ts'
import { COUNTS, type DigestContents, digestLetter, type Kind } from './letter.ts'
import { renderDigest } from './render-digest.ts'

const URL = 'https://salong.test'
const NO_CONTENTS = Object.fromEntries(COUNTS.map((count) => [count, 0])) as DigestContents
const MANY_CONTENTS = Object.fromEntries(COUNTS.map((count, at) => [count, at + 1])) as DigestContents
const KINDS: Kind[] = ['CHATS', 'EVENTS', 'NEWS']

const CONTENTS: [string, DigestContents, Kind[]][] = [
  ['all lines', MANY_CONTENTS, KINDS],
  ['other counts', { ...MANY_CONTENTS, messages: 1_234, news: 7 }, KINDS],
  ['of one kind', MANY_CONTENTS, ['NEWS']],
  ['one line', { ...NO_CONTENTS, invites: 1 }, KINDS],
]

for (const language of LANGUAGES) {
  test.each(CONTENTS)(`renders a digest of %s exactly as its letter, ${language}`, async (_, contents, kinds) => {
    for (const letterOfName of ['a', 'Z', '-', '_']) {
      const recipient = { language, name: letterOfName.repeat(43), kinds }
      const letter = digestLetter(URL, recipient, contents)
      expect(letter).not.toBeNull()
      expect(await renderDigest(URL, recipient, contents)).toEqual(letter && (await renderLetter(letter)))
    }
  })
}

test('renders no digest without contents', async () => {
  const recipient = { language: 'SWEDISH' as const, name: 'a'.repeat(43), kinds: KINDS }
  expect(await renderDigest(URL, recipient, NO_CONTENTS)).toBeNull()
  expect(await renderDigest(URL, { ...recipient, kinds: [] }, MANY_CONTENTS)).toBeNull()
})
