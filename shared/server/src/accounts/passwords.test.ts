import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test, vi } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, requireGoodPassword, verifyPassword } from './passwords.ts'

const concurrency = vi.hoisted(() => ({ current: 0, max: 0 }))
/** While `isOn`, `hash` returns a fixed text without computing it, for tests of the queue with hundreds of callers. */
const instantHash = vi.hoisted(() => ({ isOn: false }))
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>()
  const hash: typeof library.hash = async (...args) => {
    concurrency.current += 1
    concurrency.max = Math.max(concurrency.max, concurrency.current)
    const work = instantHash.isOn
      ? new Promise<string>((resolve) => setImmediate(resolve, 'hash'))
      : library.hash(...args)
    return work.finally(() => {
      concurrency.current -= 1
    })
  }
  return { ...library, hash }
})

const owner = { email: 'anna.berg@example.test', userName: 'Åsa' }
const findProblem = (password: string) => {
  try {
    requireGoodPassword(password, owner)
    return null
  } catch (error) {
    return (error as { fields?: { path: string; problem: string }[] }).fields?.[0]
  }
}

test('stores a password as argon2id with the agreed cost and a new salt each time', async () => {
  const [hash, otherHash] = await Promise.all([hashPassword('gul kanot 7'), hashPassword('gul kanot 7')])
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hash).not.toBe(otherHash)
  expect(await verifyPassword(hash, 'gul kanot 7')).toBe(true)
  expect(await verifyPassword(hash, 'gul kanot 8')).toBe(false)
})

test('accepts a password in any Unicode normalization', async () => {
  const stored = await hashPassword('blåbärskräm')
  expect(await verifyPassword(stored, 'blåbärskräm'.normalize('NFD'))).toBe(true)
})

test('rejects every password if there is no account', async () => {
  expect(await verifyPassword(undefined, 'gul kanot 7')).toBe(false)
})

test('rejects common, personal, short and long passwords', () => {
  expect(findProblem('Lösenord123')).toEqual({ path: 'password', problem: 'password.common' })
  expect(findProblem('QWERTY123'.normalize('NFD'))).toMatchObject({ problem: 'password.common' })
  expect(findProblem('xx-anna.berg-xx')).toMatchObject({ problem: 'password.personal' })
  expect(findProblem('min åsa 1234'.normalize('NFD'))).toMatchObject({ problem: 'password.personal' })
  expect(findProblem('kort')).toMatchObject({ problem: 'password.length' })
  expect(findProblem('x'.repeat(129))).toMatchObject({ problem: 'password.length' })
  expect(findProblem('gul kanot 7')).toBeNull()
  expect(isCommonPassword('sommar2025')).toBe(true)
})

test.each([
  'password1',
  'P@ssw0rd',
  'pass word',
  'PASS-WORD!',
  'Dr@gon12',
  'ｐａｓｓｗｏｒｄ',
  'Älskling',
  '1q2w3e4r',
  'LetMeIn!!',
  'Lösenord 123',
  'voxstrange',
  'TrustNo1',
])('recognizes %j as a variant of a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'gul kanot 7',
  'en helt ny båt',
  'korrekt häst batteri',
  'сложный ключ 1234',
  '!!!! ¤¤¤¤',
  'salongsbord 12',
])('does not consider %j a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('the imported dictionary contains more than 3,000 common passwords', () => {
  expect(dictionary['passwords-common'].length).toBeGreaterThan(3_000)
})

test('hashes four passwords at a time, queues 200, and rejects further callers', async () => {
  instantHash.isOn = true
  const results = await Promise.allSettled(Array.from({ length: 260 }, () => hashPassword('gul kanot 7')))
  instantHash.isOn = false
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(260 - (4 + 200))
  expect(results.at(-1)).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
  expect(concurrency.max).toBe(4)
  expect(await verifyPassword(await hashPassword('gul kanot 7'), 'gul kanot 7')).toBe(true)
})
