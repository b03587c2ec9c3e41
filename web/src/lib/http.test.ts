import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { answersNothing, answersText, mira, onGet, onPost, refuses } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { get, post, postText } from './http.ts'
import { getSession, startSession } from './session.ts'

freshDevice()

beforeEach(() => {
  onPost('client-logs', answersNothing)
})

const broken = () => new HttpResponse('<html>', { status: 502 })

test('a call carries the session, the language and the version', async () => {
  startSession(mira)
  const calls = onGet('chats', () => HttpResponse.json([]))
  expect(await get('chats', { limit: 3, before: undefined })).toEqual([])
  expect(calls).toMatchObject([
    { path: 'chats?limit=3', session: `Bearer ${mira.sessionId}`, language: 'sv', version: '2.4.0' },
  ])
})

test('each call has an id of its own, and the log of its failure names it', async () => {
  const logs = onPost('client-logs', answersNothing)
  const calls = onPost('chats/1', broken)
  for (let n = 0; n < 2; n += 1) await post('chats/1', {}).catch(() => undefined)
  const [one, other] = calls.map(({ requestId }) => requestId)
  expect(one).toMatch(/^[\da-f-]{36}$/)
  expect(other).not.toBe(one)
  await vi.waitFor(() => expect(logs[0]?.body).toMatchObject({ requestId: one }))
})

test('a refusal becomes its code, its message and its fields', async () => {
  onPost('chats/1', refuses(400, 'VALIDATION', 'Fel', [{ path: 'message', message: 'För kort' }]))
  await expect(post('chats/1', { message: 'a' })).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'Fel',
    fields: [{ path: 'message', message: 'För kort' }],
  })
})

test('reading is tried again when the server stumbles', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let tries = 0
  onGet('chats', () => {
    tries += 1
    return tries < 3 ? broken() : HttpResponse.json(['there'])
  })
  const answer = get('chats')
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(tries).toBe(3)
  })
  expect(await answer).toEqual(['there'])
  vi.useRealTimers()
})

test('writing is never repeated by itself, and the log hears of it without names', async () => {
  const logs = onPost('client-logs', answersNothing)
  const calls = onPost('members/send-pwd-reset/mira', broken)
  await expect(post('members/send-pwd-reset/mira')).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  expect(calls).toHaveLength(1)
  await vi.waitFor(() => expect(logs).toHaveLength(1))
  expect(JSON.stringify(logs[0]?.body)).not.toContain('mira')
})

test('a server that cannot be reached says so', async () => {
  onPost('chats/1', () => HttpResponse.error())
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a session that the server refuses is over here', async () => {
  startSession(mira)
  onPost('chats/1', refuses(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.'))
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toBeNull()
})

test('a late refusal of an old session does not end the new one', async () => {
  startSession(mira)
  const next = { ...mira, sessionId: 'next' }
  onPost('chats/1', () => {
    startSession(next)
    return refuses(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.')()
  })
  await expect(post('chats/1', {})).rejects.toMatchObject({ code: 'PLEASE_LOGIN' })
  expect(getSession()).toEqual(next)
})

test('an answer without a body is nothing, a text is itself', async () => {
  onPost('sessions/logout', answersNothing)
  onPost('ignore', answersText('tack'))
  expect(await post('sessions/logout')).toBeUndefined()
  expect(await postText('ignore', 'Jakob-83')).toBe('tack')
})
