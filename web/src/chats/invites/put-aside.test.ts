import { INVITE_ANSWERS_MAX } from '@app/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { loaded } from '../../lib/http/loadable.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import { mira } from '../../testing.tsx'
import * as api from '../action-api.ts'
import { FakeChats } from '../fakes/fake-chats.ts'
import { answerPutAside, loadMorePutAside, loadPutAside, usePutAside } from './put-aside.ts'

/** The ids of the invites that the server lists, newest first. */
let ids: string[]
/** The ids of the invites that are still unanswered. */
let remaining: string[]

beforeEach(() => {
  const fake = new FakeChats()
  for (let n = 0; n < 2 * INVITE_ANSWERS_MAX + 5; n += 1) fake.invite(`Nordan ${n}`, 'Hej')
  ids = fake.list('invites', { limit: 1_000 }).map(({ chatId }) => chatId)
  remaining = ids
  vi.spyOn(api, 'getPutAside').mockImplementation(async (limit, before) =>
    fake
      .list('invites', { limit: 1_000, before })
      .filter(({ chatId }) => remaining.includes(chatId))
      .slice(0, limit),
  )
  startSession(mira)
})
afterEach(() => {
  endSession('loggedOut')
  useToasts.setState({ queue: [] })
  vi.restoreAllMocks()
})

const shownIds = () => usePutAside.getState().list.data?.invites.map(({ chatId }) => chatId)

test('two concurrent requests for more invites load the next page once', async () => {
  await loadPutAside()
  await Promise.all([loadMorePutAside(), loadMorePutAside()])
  expect(shownIds()).toEqual(ids.slice(0, 2 * INVITE_ANSWERS_MAX))
  expect(api.getPutAside).toHaveBeenCalledTimes(2)
  await loadMorePutAside()
  expect(shownIds()).toEqual(ids)
})

test('a page that arrives after the list was reloaded leaves no gap', async () => {
  await loadPutAside()
  await loadMorePutAside()
  const reloaded = loadPutAside()
  const getPage = vi.mocked(api.getPutAside).getMockImplementation()
  vi.mocked(api.getPutAside).mockImplementationOnce((...page) => reloaded.then(() => getPage?.(...page) ?? []))
  await loadMorePutAside()
  expect(shownIds()).toEqual(ids.slice(0, INVITE_ANSWERS_MAX))
  await loadMorePutAside()
  await loadMorePutAside()
  expect(shownIds()).toEqual(ids)
})

test('invites requested in an earlier session are not shown in the next one', async () => {
  const emptyPage = { list: loaded({ invites: [], hasMore: true }) }
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const getPage = vi.mocked(api.getPutAside).getMockImplementation()
  vi.mocked(api.getPutAside).mockImplementationOnce((...page) => responded.then(() => getPage?.(...page) ?? []))
  usePutAside.setState(emptyPage)
  const loadingMore = loadMorePutAside()
  startSession({ ...mira, sessionId: 'second.session.token' })
  usePutAside.setState(emptyPage)
  respond()
  await loadingMore
  expect(shownIds()).toEqual([])
})

test('the next invites are loaded after all loaded ones are answered, and on request if that fails', async () => {
  await loadPutAside()
  const answer = (answered: readonly string[]) => {
    remaining = remaining.filter((id) => !answered.includes(id))
  }
  vi.spyOn(api, 'postAnswers').mockImplementation(async ({ chatIds }) => answer(chatIds))
  expect(await answerPutAside(shownIds() ?? [], 'DECLINE')).toBe(true)
  expect(shownIds()).toEqual(ids.slice(INVITE_ANSWERS_MAX, 2 * INVITE_ANSWERS_MAX))
  vi.mocked(api.getPutAside).mockRejectedValueOnce(new ApiError('UNAVAILABLE', 'Det går inte just nu.'))
  expect(await answerPutAside(shownIds() ?? [], 'DECLINE')).toBe(true)
  expect(usePutAside.getState().list.data).toEqual({ invites: [], hasMore: true })
  expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Det går inte just nu.'])
  await loadMorePutAside()
  expect(shownIds()).toEqual(ids.slice(2 * INVITE_ANSWERS_MAX))
  expect(await answerPutAside(shownIds() ?? [], 'DECLINE')).toBe(true)
  expect(usePutAside.getState().list.data).toEqual({ invites: [], hasMore: false })
})

test('invites that were answered before a later batch failed are removed from the list', async () => {
  await loadPutAside()
  await loadMorePutAside()
  const postAnswers = vi
    .spyOn(api, 'postAnswers')
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new ApiError('UNAVAILABLE', 'Det går inte just nu.'))
  expect(await answerPutAside(shownIds() ?? [], 'DECLINE')).toBe(false)
  expect(postAnswers).toHaveBeenCalledTimes(2)
  expect(shownIds()).toEqual(ids.slice(INVITE_ANSWERS_MAX, 2 * INVITE_ANSWERS_MAX))
  expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Det går inte just nu.'])
})

test('after another member has logged in, the next batch of answers is not sent, and that member sees no error', async () => {
  await loadPutAside()
  await loadMorePutAside()
  const postAnswers = vi.spyOn(api, 'postAnswers').mockImplementationOnce(async () => {
    startSession({ ...mira, sessionId: 'second.session.token' })
  })
  expect(await answerPutAside(ids.slice(0, 2 * INVITE_ANSWERS_MAX), 'DECLINE')).toBe(false)
  expect(postAnswers).toHaveBeenCalledTimes(1)
  expect(useToasts.getState().queue).toEqual([])
})
