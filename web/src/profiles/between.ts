import type { MemberRelationship } from '@app/contract/members/members'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { textsNow } from '../lib/text/texts.ts'
import { postKiss, postPrivate } from './api.ts'
import { changeOpened } from './store.ts'
import { profileTexts } from './texts.ts'

const updateBetween = (name: string, change: Partial<MemberRelationship>): void =>
  changeOpened(name, (member) =>
    mapData(member, (answer) => (answer.between ? { ...answer, between: { ...answer.between, ...change } } : answer)),
  )

/** Updates optimistically; rolls back with a toast when the server rejects the request. */
async function updateOptimistically(
  name: string,
  change: Partial<MemberRelationship>,
  rollback: Partial<MemberRelationship>,
  call: Promise<void>,
) {
  updateBetween(name, change)
  try {
    await call
    return true
  } catch (error) {
    // Already done on another device, which is fine.
    if (!isApiError(error, 'CONFLICT')) {
      updateBetween(name, rollback)
      showErrorToast(error)
    }
    return false
  }
}

export async function kiss(name: string): Promise<void> {
  if (await updateOptimistically(name, { kissedToday: true }, { kissedToday: false }, postKiss(name)))
    showToast({ text: textsNow(profileTexts)('kiss.sent', { name }) })
}

/** Grants a member access to my PRIVATE album, or revokes it. */
export async function sharePrivate(name: string, granted: boolean): Promise<void> {
  const t = textsNow(profileTexts)
  if (await updateOptimistically(name, { iGranted: granted }, { iGranted: !granted }, postPrivate(name, granted)))
    showToast({ text: granted ? t('private.granted', { name }) : t('private.withdrawn', { name }) })
}
