import type { ChatStatus } from '@app/contract/chats'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as api from './api.ts'
import { clearStatuses, loadStatus, removeStatus, useKnownStatus } from './statuses.ts'

type Status = ChatStatus['status']

let responses: ((status: Status) => void)[] = []

beforeEach(() => {
  responses = []
  vi.spyOn(api, 'getStatus').mockImplementation(
    () =>
      new Promise((resolve) => {
        responses.push((status) => resolve({ status, relationship: 0, chatId: null }))
      }),
  )
})
afterEach(() => {
  clearStatuses()
  vi.restoreAllMocks()
})

const shownStatus = () => renderHook(() => useKnownStatus('Linn')).result.current.data?.status

test('the response to an earlier request does not replace the one to a later request', async () => {
  const loads = [loadStatus('Linn'), loadStatus('Linn')]
  responses[1]?.('INVITED')
  responses[0]?.('MAY_INVITE')
  await Promise.all(loads)
  expect(shownStatus()).toBe('INVITED')
})

test('the status of a member who was blocked while it was loading is not shown', async () => {
  const loading = loadStatus('Linn')
  removeStatus('Linn')
  responses[0]?.('MAY_INVITE')
  await loading
  expect(shownStatus()).toBeUndefined()
})
