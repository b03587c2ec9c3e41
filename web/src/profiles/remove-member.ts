import { ApiError } from '../lib/http/api-error.ts'
import { failed, notStarted } from '../lib/http/loadable.ts'
import { openProfile, updateOpenedProfile, useProfiles } from './store.ts'

/** Shows the open profile of a blocked member as if it did not exist. */
export const removeProfile = (userName: string): void =>
  updateOpenedProfile(userName, () => failed(notStarted, new ApiError('NOT_FOUND', '')))

/** Loads the open profile of a member again after the block has ended. */
export function restoreProfile(userName: string): void {
  const { opened } = useProfiles.getState()
  if (opened?.name === userName && opened.member.state === 'failed') void openProfile(userName)
}
