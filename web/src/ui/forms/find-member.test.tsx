import type { SearchHit } from '@app/contract/members/profiles'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as hits from '../../lib/http/hits.ts'
import { renderInApp } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { FindMember } from './FindMember.tsx'

setUpFreshDevice()
afterEach(() => vi.restoreAllMocks())

const aHit = (userName: string): SearchHit => ({
  userName,
  persons: [{ sex: 'FEMALE', yearOfBirth: 1989, orientation: 'BI' }],
  cities: ['Solna'],
  title: null,
  text: '',
  lastActive: null,
  profilePhotoUrl: null,
  badges: [],
  hasNotes: false,
  hasAd: false,
})

test('the result of an earlier search does not replace that of a later one', async () => {
  const responses = new Map<string, (found: SearchHit[]) => void>()
  vi.spyOn(hits, 'findByName').mockImplementation((name) => new Promise((resolve) => void responses.set(name, resolve)))
  const { user } = renderInApp(<FindMember onPick={() => undefined} />)
  const field = screen.getByRole('textbox')
  await user.type(field, 'Li{Enter}')
  await user.clear(field)
  await user.type(field, 'Saga{Enter}')
  await act(async () => responses.get('Saga')?.([aHit('Saga')]))
  await act(async () => responses.get('Li')?.([aHit('Linn')]))
  expect(screen.getByRole('button', { name: /Saga/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Linn/ })).toBeNull()
})
