import type { PasswordConfirmation } from '@app/contract/members/members'
import type { PushOf } from '@app/contract/pushes'
import type { PasskeyEntry, PasskeyProtection } from '@app/contract/safety/passkeys'
import { create } from 'zustand'
import { claimsOf } from '../lib/device/claims.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, refreshSession, useSessionState } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import {
  getOwnSession,
  getPasskeys,
  getProtection,
  postCodes,
  postCreation,
  postDeletion,
  postNewPasswordCancel,
  postPasskey,
  postPasskeyOnly,
} from './api.ts'
import { createPasskey } from './create.ts'
import { passkeyTexts } from './texts.ts'

type State = { passkeys: Loadable<readonly PasskeyEntry[]>; protection: Loadable<PasskeyProtection> }

const EMPTY: State = { passkeys: notStarted, protection: notStarted }

export const usePasskeys = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) usePasskeys.setState(EMPTY)
})

export const loadPasskeys = (): Promise<void> =>
  loadInSession<readonly PasskeyEntry[]>(getPasskeys, (change) =>
    usePasskeys.setState(({ passkeys }) => ({ passkeys: change(passkeys) })),
  )

export const loadProtection = (): Promise<void> =>
  loadInSession(getProtection, (change) =>
    usePasskeys.setState(({ protection }) => ({ protection: change(protection) })),
  )

const reloadProtection = async (): Promise<void> => {
  if (usePasskeys.getState().protection.state !== 'notStarted') await loadProtection()
}

/**
 * Reloads the data that the page shows. Warns the member of a change by another session, which somebody else may have
 * made.
 */
export function onPasskeysChanged({ by }: PushOf<'passkeys:changed'>): void {
  const session = getSession()
  if (by && session && claimsOf(session)?.sessionId !== by)
    showToast({ text: getTexts(passkeyTexts)('changedElsewhere') })
  if (usePasskeys.getState().passkeys.state !== 'notStarted') void loadPasskeys()
  void reloadProtection()
  // The session states whether a new password is pending.
  void getOwnSession().then(refreshSession, () => undefined)
}

function change(sessionId: string | undefined, changeList: (entries: readonly PasskeyEntry[]) => PasskeyEntry[]): void {
  if (getSession()?.sessionId !== sessionId) return
  usePasskeys.setState(({ passkeys }) => ({ passkeys: mapData(passkeys, changeList) }))
}

/** Creates a passkey on the device and adds it to the account. Throws a `DeviceRefusal` if the device creates none. */
export async function addPasskey(name: string, proof: PasswordConfirmation): Promise<void> {
  const sessionId = getSession()?.sessionId
  const credential = await createPasskey(await postCreation(proof))
  const added = await postPasskey({ name, credential })
  change(sessionId, (entries) => [...entries.filter(({ id }) => id !== added.id), added])
}

export async function deletePasskey(deletedId: string, proof: PasswordConfirmation): Promise<void> {
  const sessionId = getSession()?.sessionId
  await postDeletion(deletedId, proof)
  change(sessionId, (entries) => entries.filter(({ id }) => id !== deletedId))
  await reloadProtection()
}

/** Replaces the recovery codes, and returns the new ones. */
export async function createCodes(proof: PasswordConfirmation): Promise<string[]> {
  const { codes } = await postCodes(proof)
  await loadProtection()
  return codes
}

/** Turns the login with the password off or on. */
export async function setPasskeyOnly(passkeyOnly: boolean, proof: PasswordConfirmation): Promise<void> {
  await postPasskeyOnly({ ...proof, passkeyOnly })
  await loadProtection()
}

/** Cancels the pending new password. Returns whether this succeeded in this session; shows a toast if it failed. */
export async function cancelNewPassword(): Promise<boolean> {
  const sessionId = getSession()?.sessionId
  try {
    await postNewPasswordCancel()
  } catch (error) {
    if (getSession()?.sessionId === sessionId) showErrorToast(error)
    return false
  }
  const session = getSession()
  if (!session || session.sessionId !== sessionId) return false
  const { newPasswordFrom: _, ...rest } = session
  refreshSession(rest)
  return true
}
