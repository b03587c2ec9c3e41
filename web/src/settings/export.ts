import { FALLBACK_INTERVAL } from '@app/contract/limits'
import type { MemberExport } from '@app/contract/members/members'
import { useEffect } from 'react'
import { create } from 'zustand'
import { onPageActivity } from '../lib/device/page-active.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { useLink } from '../lib/navigation/link.ts'
import { getExport, postExport } from './api.ts'

const NOTHING = { export: notStarted as Loadable<MemberExport> }

const useExport = create<{ export: Loadable<MemberExport> }>(() => NOTHING)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useExport.setState(NOTHING)
})

export async function loadExport(): Promise<void> {
  useExport.setState((state) => ({ export: loading(state.export) }))
  await getExport().then(
    (answer) => useExport.setState({ export: loaded(answer) }),
    (error: unknown) => useExport.setState((state) => ({ export: failed(state.export, error) })),
  )
}

/** Requests a new archive; throws when the server rejects it. */
export async function requestExport(password: string): Promise<void> {
  const answer = await postExport(password)
  useExport.setState({ export: loaded(answer) })
}

/** Resets the state after the download, because the link works only once. */
export const exportFetched = (): void =>
  useExport.setState({ export: loaded({ state: 'NONE', requestedAt: null, url: null }) })

export const onExportChanged = (): void => {
  if (useExport.getState().export.data) void loadExport()
}

const reloadIfVisible = () => {
  if (document.visibilityState === 'visible') void loadExport()
}

/**
 * Returns the state of the archive. Reloads it when the page is shown or becomes visible again, and polls while the
 * archive is prepared without a push connection.
 */
export function useExportState(): Loadable<MemberExport> {
  const state = useExport((all) => all.export)
  const connected = useLink((link) => link.connected)
  const preparing = state.data?.state === 'PREPARING'
  useEffect(() => {
    void loadExport()
    return onPageActivity(reloadIfVisible)
  }, [])
  useEffect(() => {
    if (!preparing) return
    // The archive may have become ready before the connection.
    if (connected) return reloadIfVisible()
    const timer = setInterval(reloadIfVisible, FALLBACK_INTERVAL)
    return () => clearInterval(timer)
  }, [preparing, connected])
  return state
}
