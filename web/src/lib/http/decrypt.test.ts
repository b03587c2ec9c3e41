import type { SearchHit } from '@app/contract/members/profiles'
import { expect, test } from 'vitest'
import { encryptHits } from '../../testing-hits.ts'
import { decryptHits } from './decrypt.ts'

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

test('a list of hits can be decrypted with the session that requested it, and with no other', {
  tags: 'search.decryption',
}, async () => {
  const closed = await encryptHits(hits, 'min session')
  expect(JSON.stringify(closed)).not.toContain('Åke')
  expect(await decryptHits(closed, 'min session')).toEqual(hits)
  await expect(decryptHits(closed, 'en annan session')).rejects.toThrow()
})
