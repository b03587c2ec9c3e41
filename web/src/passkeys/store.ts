import type { PasskeyEntry } from '@app/contract/safety/passkeys'
import { create } from 'zustand'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getPasskeys, postCreation, postDeletion, postPasskey } from './api.ts'
import { createPasskey } from './create.ts'

type State = { passkeys: Loadable<readonly PasskeyEntry[]> }

const EMPTY: State = { passkeys: notStarted }

export const usePasskeys = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) usePasskeys.setState(EMPTY)
})

export const loadPasskeys = (): Promise<void> =>
  loadInSession<readonly PasskeyEntry[]>(getPasskeys, (change) =>
    usePasskeys.setState(({ passkeys }) => ({ passkeys: change(passkeys) })),
  )

/** Reloads the list if the page shows it. */
export const onPasskeysChanged = (): void => {
  if (usePasskeys.getState().passkeys.state !== 'notStarted') void loadPasskeys()
}

function change(sessionId: string | undefined, changeList: (entries: readonly PasskeyEntry[]) => PasskeyEntry[]): void {
  if (getSession()?.sessionId !== sessionId) return
  usePasskeys.setState(({ passkeys }) => ({ passkeys: mapData(passkeys, changeList) }))
}

/** The password, or nothing within five minutes of a login with a passkey. */
type Proof = { password?: string }

/** Creates a passkey on the device and adds it to the account. Throws a `DeviceRefusal` if the device creates none. */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const sessionId = getSession()?.sessionId
  const credential = await createPasskey(await postCreation(proof))
  const added = await postPasskey({ name, credential })
  change(sessionId, (entries) => [...entries.filter(({ id }) => id !== added.id), added])
}

export async function deletePasskey(deletedId: string, proof: Proof): Promise<void> {
  const sessionId = getSession()?.sessionId
  await postDeletion(deletedId, proof)
  change(sessionId, (entries) => entries.filter(({ id }) => id !== deletedId))
}
