import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mira } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { startSession } from '../http/session.ts'
import { useAppConfig } from '../release/app-config.ts'
import { useBlockActions } from './use-block-actions.ts'

setUpFreshDevice()

const isOffered = (name: string | null) => renderHook(useBlockActions).result.current(name).length > 0

test('offers to block other members but not the team, unless the operator has switched blocks off', {
  tags: 'blocks.switched-off',
}, () => {
  startSession(mira)
  expect(['Vargen 77', mira.userName, 'Teamet', null].filter(isOffered)).toEqual(['Vargen 77'])
  useAppConfig.setState({ blocks: false })
  expect(isOffered('Vargen 77')).toBe(false)
  useAppConfig.setState({ blocks: true })
  expect(isOffered('Vargen 77')).toBe(true)
})
