import { expect, onTestFinished, test } from 'vitest'
import { openWelcomeDraft, useWelcomeDraft } from './draft.ts'
import { draftKey } from './member-data.ts'

test.each(['null', '{"answers":'])('a stored draft of %s counts as no changes', (stored) => {
  localStorage.setItem(draftKey('42'), stored)
  onTestFinished(() => {
    localStorage.removeItem(draftKey('42'))
    useWelcomeDraft.setState({ memberKey: null, changes: {} })
  })
  openWelcomeDraft('42')
  expect(useWelcomeDraft.getState().changes).toEqual({})
})
