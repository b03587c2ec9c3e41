import { NewsCount } from '@app/contract/news'
import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { useNewVersion } from '../lib/release/new-version.ts'
import { mira, onGet, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { loadNewsCount, onNewsCount, useNewsCount } from './count.ts'

setUpFreshDevice()
beforeEach(() => {
  useNewVersion.setState({ offered: false })
  startSession(mira)
})

const respondWithCount = (fields: Partial<NewsCount>) =>
  respondWith(NewsCount, { count: 0, seen: null, newest: [], ...fields })
const readShownCount = () => renderHook(() => useNewsCount()).result.current

test('counts the items newer than the last seen one, comparing ids as numbers', async () => {
  onGet('news/count', respondWithCount({ seen: '9', newest: ['11', '10', '9', '2'] }))
  await loadNewsCount()
  expect(readShownCount()).toBe(2)
})

test('counts all items if none has been seen', async () => {
  onGet('news/count', respondWithCount({ newest: ['2', '1'] }))
  await loadNewsCount()
  expect(readShownCount()).toBe(2)
})

test('pushes increase and clear the count, and remove deleted items, in any order', async () => {
  onGet('news/count', respondWithCount({ seen: '1', newest: ['1'] }))
  await loadNewsCount()
  onNewsCount({ newest: ['3', '2', '1'], seen: null })
  expect(readShownCount()).toBe(2)
  onNewsCount({ newest: ['3', '1'], seen: null })
  expect(readShownCount()).toBe(1)
  onNewsCount({ seen: '3', newest: null })
  onNewsCount({ seen: '2', newest: null })
  expect(readShownCount()).toBe(0)
})

test('a response does not overwrite the state of a later push', async () => {
  onGet('news/count', () => {
    onNewsCount({ newest: ['2', '1'], seen: null })
    onNewsCount({ newest: null, seen: '1' })
    return respondWithCount({ newest: ['1'] })()
  })
  await loadNewsCount()
  expect(readShownCount()).toBe(1)
})

test('another session starts without a count, even while a response for the previous one is in flight', async () => {
  onGet('news/count', () => {
    endSession('loggedOut')
    startSession({ ...mira, sessionId: 'bo.session.token' })
    return respondWithCount({ newest: ['2', '1'] })()
  })
  await loadNewsCount()
  expect(readShownCount()).toBe(0)
})

test('the request sends the client version, and an outdated client is offered the new version', {
  tags: 'news.new-version',
}, async () => {
  const requests = onGet('news/count', respondWithCount({ reload: true }))
  await loadNewsCount()
  await waitFor(() => expect(useNewVersion.getState().offered).toBe(true))
  expect(requests[0]?.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('a current client is not offered a new version', async () => {
  onGet('news/count', respondWithCount({ newest: ['1'] }))
  await loadNewsCount()
  expect(useNewVersion.getState().offered).toBe(false)
})
