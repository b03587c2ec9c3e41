import type { SearchHit } from '@app/contract/members/profiles'
import { expect, test } from 'vitest'
import { encryptHits } from '../../testing-hits.ts'
import { decryptList } from './decrypt.ts'

const hits: SearchHit[] = [
  {
    userName: 'Åke på Ön',
    persons: [{ sex: 'MALE', yearOfBirth: 1980, orientation: 'BI' }],
    cities: ['Örebro'],
    text: 'Hej 👋',
    lastActive: null,
    profilePhotoUrl: null,
    badges: [],
    hasNotes: false,
    hasAd: false,
    title: null,
  },
]

test('search results can be decrypted only with the session that requested them', {
  tags: 'search.decryption',
}, async () => {
  const encrypted = await encryptHits(hits, 'min session')
  expect(JSON.stringify(encrypted)).not.toContain('Åke')
  expect(await decryptList(encrypted, 'min session')).toEqual(hits)
  await expect(decryptList(encrypted, 'en annan session')).rejects.toThrow()
})
