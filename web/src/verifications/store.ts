import type { MediaId } from '@app/contract/media'
import type { VerificationAction, VerificationsResponse } from '@app/contract/members/verifications'
import type { PushOf } from '@app/contract/pushes'
import { useEffect } from 'react'
import { create } from 'zustand'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getVerifications, postVerify } from './api.ts'

type Verifications = Loadable<VerificationsResponse>

/** The verifications by user name, including the member's own. */
type State = { members: ReadonlyMap<string, Verifications> }

const EMPTY: State = { members: new Map() }

const useVerificationsState = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useVerificationsState.setState(EMPTY)
})

const setMember = (name: string, change: (before: Verifications) => Verifications): void =>
  useVerificationsState.setState(({ members }) => ({
    members: new Map(members).set(name, change(members.get(name) ?? notStarted)),
  }))

let lastRequestId = 0
const latestRequests = new Map<string, number>()

/** Loads a member's verifications; drops responses that a later request or another session has superseded. */
export async function loadVerifications(name: string): Promise<void> {
  const sessionId = getSession()?.sessionId
  const requestId = ++lastRequestId
  latestRequests.set(name, requestId)
  const applyIfLatest = (change: (before: Verifications) => Verifications) => {
    if (latestRequests.get(name) === requestId && getSession()?.sessionId === sessionId) setMember(name, change)
  }
  setMember(name, loading)
  await getVerifications(name).then(
    (response) => applyIfLatest(() => loaded(response)),
    (error: unknown) => applyIfLatest((previous) => failed(previous, error)),
  )
}

/** Returns a member's verifications, and reloads them whenever they are shown and whenever the hub connects. */
export function useVerifications(name: string): Verifications {
  useEffect(() => {
    void loadVerifications(name)
    // Pushes that the hub sent while the connection was interrupted are lost.
    return useHubConnection.subscribe(({ connected }, previous) => {
      if (connected && !previous.connected) void loadVerifications(name)
    })
  }, [name])
  return useVerificationsState(({ members }) => members.get(name) ?? notStarted)
}

const refresh = (name: string | undefined): Promise<void> =>
  name && useVerificationsState.getState().members.has(name) ? loadVerifications(name) : Promise.resolve()

/** Reloads the loaded verifications of that member and of the viewer. */
export function onVerificationChanged({ userName }: Pick<PushOf<'verification:changed'>, 'userName'>): void {
  void refresh(userName)
  void refresh(getSession()?.userName)
}

type PerformedAction = { name: string; action: VerificationAction; photoIds?: MediaId[]; done: string }

/** Performs an action. Reloads both lists in every case, because a rejection often means that something has changed. */
export async function performAction({ name, action, photoIds, done }: PerformedAction): Promise<void> {
  await postVerify({ userName: name, action, photoIds }).then(
    inSession(() => showToast({ text: done })),
    inSession(showErrorToast),
  )
  await Promise.all([refresh(name), refresh(getSession()?.userName)])
}

/** Removes the verifications of a blocked member, and loads those of the viewer again. */
export function removeVerificationsOf(userName: string): void {
  useVerificationsState.setState(({ members }) => ({
    members: new Map([...members].filter(([name]) => name !== userName)),
  }))
  void refresh(getSession()?.userName)
}
