import { LANGUAGES } from '@app/contract/language'
import { expect, test } from 'vitest'
import { renderLetter } from '../mail/render-letter.ts'
import { COUNTS, type DigestContents, digestLetter, type Kind } from './letter.ts'
import { renderDigest } from './render-digest.ts'

const URL = 'https://salong.test'
const NOTHING = Object.fromEntries(COUNTS.map((count) => [count, 0])) as DigestContents
const MUCH = Object.fromEntries(COUNTS.map((count, at) => [count, at + 1])) as DigestContents
const KINDS: Kind[] = ['CHATS', 'EVENTS', 'NEWS']

const CONTENTS: [string, DigestContents, Kind[]][] = [
  ['much', MUCH, KINDS],
  ['more of the same', { ...MUCH, messages: 1_234, news: 7 }, KINDS],
  ['of one kind', MUCH, ['NEWS']],
  ['one thing', { ...NOTHING, invites: 1 }, KINDS],
]

for (const language of LANGUAGES) {
  test.each(CONTENTS)(`a digest of %s is the letter, for whomever it is, ${language}`, async (_, contents, kinds) => {
    for (const letterOfName of ['a', 'Z', '-', '_']) {
      const receiver = { language, name: letterOfName.repeat(43), kinds }
      const letter = digestLetter(URL, receiver, contents)
      expect(letter).not.toBeNull()
      expect(await renderDigest(URL, receiver, contents)).toEqual(letter && (await renderLetter(letter)))
    }
  })
}

test('with nothing to tell there is none', async () => {
  const receiver = { language: 'SWEDISH' as const, name: 'a'.repeat(43), kinds: KINDS }
  expect(await renderDigest(URL, receiver, NOTHING)).toBeNull()
  expect(await renderDigest(URL, { ...receiver, kinds: [] }, MUCH)).toBeNull()
})
