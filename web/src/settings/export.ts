import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import type { MemberExport, PasswordConfirmation } from '@app/contract/members/members'
import { useEffect } from 'react'
import { create } from 'zustand'
import { onPageActivity } from '../lib/device/page-active.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, loaded, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getExport, postExport } from './api.ts'

const INITIAL = { export: notStarted as Loadable<MemberExport> }

const useExport = create<{ export: Loadable<MemberExport> }>(() => INITIAL)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useExport.setState(INITIAL)
})

export const loadExport = (): Promise<void> =>
  loadInSession(getExport, (change) => useExport.setState((state) => ({ export: change(state.export) })))

/** Requests a new export; throws when the server rejects it. */
export async function requestExport(proof: PasswordConfirmation): Promise<void> {
  const sessionId = getSession()?.sessionId
  const response = await postExport(proof)
  if (getSession()?.sessionId === sessionId) useExport.setState({ export: loaded(response) })
}

/** Resets the state after the download, because the link works only once. */
export const onExportDownloaded = (): void =>
  useExport.setState({ export: loaded({ state: 'NONE', requestedAt: null, url: null }) })

export const onExportChanged = (): void => {
  if (useExport.getState().export.data) void loadExport()
}

const reloadIfVisible = () => {
  if (document.visibilityState === 'visible') void loadExport()
}

/**
 * Returns the state of the export. Reloads it when the page is shown or becomes visible again, and polls while the
 * export is being prepared and the hub is not connected.
 */
export function useExportState(): Loadable<MemberExport> {
  const state = useExport((store) => store.export)
  const connected = useHubConnection((connection) => connection.connected)
  const preparing = state.data?.state === 'PREPARING'
  useEffect(() => {
    void loadExport()
    return onPageActivity(reloadIfVisible)
  }, [])
  useEffect(() => {
    if (!preparing) return
    // The export may have become ready while disconnected.
    if (connected) return reloadIfVisible()
    const timer = setInterval(reloadIfVisible, FALLBACK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [preparing, connected])
  return state
}
