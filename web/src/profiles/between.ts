import type { MemberRelationship } from '@app/contract/members'
import { isApiError } from '../lib/api-error.ts'
import { mapData } from '../lib/loadable.ts'
import { textsNow } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { postKiss, postPrivate } from './api.ts'
import { changeOpened } from './store.ts'
import { profileTexts } from './texts.ts'

const updateBetween = (name: string, change: Partial<MemberRelationship>): void =>
  changeOpened(name, (member) =>
    mapData(member, (answer) => (answer.between ? { ...answer, between: { ...answer.between, ...change } } : answer)),
  )

/** Shown at once; taken back with a word of explanation when the server refuses. */
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
    // Done already, from another device: as it should be.
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

/** Lets somebody see my PRIVATE album, or no longer. */
export async function sharePrivate(name: string, granted: boolean): Promise<void> {
  const t = textsNow(profileTexts)
  if (await updateOptimistically(name, { iGranted: granted }, { iGranted: !granted }, postPrivate(name, granted)))
    showToast({ text: granted ? t('private.granted', { name }) : t('private.withdrawn', { name }) })
}
