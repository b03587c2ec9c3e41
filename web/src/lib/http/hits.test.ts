import { afterEach, expect, test, vi } from 'vitest'
import { findByName } from './hits.ts'

afterEach(() => vi.unstubAllGlobals())

test('a search over http, where browsers cannot decrypt, fails without a request', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('crypto', {})
  await expect(findByName('linn')).rejects.toThrow('Sökningen behöver en säker anslutning (https).')
  expect(fetch).not.toHaveBeenCalled()
})
