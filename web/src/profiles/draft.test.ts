import { expect, onTestFinished, test } from 'vitest'
import { hasUnsavedChanges, openDraft, useDraft } from './draft.ts'

test.each(['null', '{"userName":'])('a stored draft of %s counts as no changes', (stored) => {
  localStorage.setItem('salong.profile-draft.42', stored)
  onTestFinished(() => localStorage.removeItem('salong.profile-draft.42'))
  onTestFinished(openDraft('42'))
  expect(useDraft.getState().changes).toEqual({})
  expect(hasUnsavedChanges()).toBe(false)
})
