import type { MemberRelationship } from '@app/contract/members/members'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { getSession } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { postKiss, postPrivateAccess } from './api.ts'
import { updateOpenedProfile } from './store.ts'
import { profileTexts } from './texts.ts'

const updateRelationship = (name: string, change: Partial<MemberRelationship>): void =>
  updateOpenedProfile(name, (member) =>
    mapData(member, (response) =>
      response.between ? { ...response, between: { ...response.between, ...change } } : response,
    ),
  )

/**
 * Updates optimistically, and rolls back with a toast if the request fails, unless the change was already made. Returns
 * whether the request succeeded in this session; after a logout, the result must not reach the next member.
 */
async function updateOptimistically(
  name: string,
  change: Partial<MemberRelationship>,
  rollback: Partial<MemberRelationship>,
  request: Promise<void>,
): Promise<boolean> {
  const sessionId = getSession()?.sessionId
  const isSameSession = () => getSession()?.sessionId === sessionId
  updateRelationship(name, change)
  try {
    await request
    return isSameSession()
  } catch (error) {
    // On a conflict, another device has already made the change.
    if (isSameSession() && !isApiError(error, 'CONFLICT')) {
      updateRelationship(name, rollback)
      showErrorToast(error)
    }
    return false
  }
}

export async function kiss(name: string): Promise<void> {
  if (await updateOptimistically(name, { kissedToday: true }, { kissedToday: false }, postKiss(name)))
    showToast({ text: getTexts(profileTexts)('kiss.sent', { name }) })
}

/** Grants a member access to the private album, or revokes it. */
export async function setPrivateAccess(name: string, granted: boolean): Promise<void> {
  const t = getTexts(profileTexts)
  if (await updateOptimistically(name, { iGranted: granted }, { iGranted: !granted }, postPrivateAccess(name, granted)))
    showToast({ text: granted ? t('private.granted', { name }) : t('private.withdrawn', { name }) })
}
