import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Search } from '../urls.ts'
import { EMPTY_CRITERIA, withType } from './criteria.ts'
import { dropDraft, moveDraft, useDraft } from './use-draft.ts'

const defaultSearch: Search = {
  by: 'filter',
  criteria: { ...withType(EMPTY_CRITERIA, 'SINGLE_MALE'), type: 'SINGLE_MALE' },
  page: 0,
}
const women = withType(EMPTY_CRITERIA, 'SINGLE_FEMALE')

beforeEach(dropDraft)

const draftTypeAt = (search: Search) =>
  renderHook(() => useDraft(search, EMPTY_CRITERIA)).result.current[0].criteria.type

test('a change without a search applies to the default search that replaces the URL', () => {
  const { result } = renderHook(() => useDraft(null, EMPTY_CRITERIA))
  act(() => result.current[1]({ criteria: women }))
  act(() => moveDraft(defaultSearch))
  expect(draftTypeAt(defaultSearch)).toBe('SINGLE_FEMALE')
})

test('a change made while the page still shows no search is not lost', () => {
  const { result } = renderHook(() => useDraft(null, EMPTY_CRITERIA))
  const [, change] = result.current
  act(() => moveDraft(defaultSearch))
  act(() => change({ criteria: women }))
  expect(draftTypeAt(defaultSearch)).toBe('SINGLE_FEMALE')
})
