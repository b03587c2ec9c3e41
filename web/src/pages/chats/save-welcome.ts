import type { MemberResponse } from '@app/contract/members/members'
import { ApiError } from '../../lib/http/api-error.ts'
import { postMember } from '../../profiles/api.ts'
import { loadOwnProfile, useProfiles } from '../../profiles/store.ts'
import { changeWelcomeDraft, useWelcomeDraft } from '../../welcome/draft.ts'
import { toSave } from '../../welcome/values.ts'

let lastSave: Promise<unknown> = Promise.resolve()

/** Resolves when the last save of the welcome has ended. */
export const whenWelcomeSaved = (): Promise<unknown> => lastSave

/**
 * Saves the valid input of the welcome. The draft keeps the rest, or everything if the request fails. Returns the error
 * of a failed request.
 */
export function saveWelcome(member: MemberResponse): Promise<ApiError | null> {
  const save = sendChanges(member)
  lastSave = save.catch(() => undefined)
  return save
}

async function sendChanges(member: MemberResponse): Promise<ApiError | null> {
  const { changes } = useWelcomeDraft.getState()
  const { request, parts } = toSave(member, changes)
  try {
    if (request) {
      await postMember(request)
      await loadOwnProfile()
    }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  // Until the profile is loaded again, only the draft has the new values.
  if (request && useProfiles.getState().own.state !== 'loaded') return null
  const latest = useWelcomeDraft.getState().changes
  for (const part of parts) if (latest[part] === changes[part]) changeWelcomeDraft({ [part]: undefined })
  return null
}
