import { create } from 'zustand'

/** Whether a newer release of this client is available, and whether it is loading. */
export const useNewVersion = create<{ offered: boolean; loading: boolean }>(() => ({ offered: false, loading: false }))

/** Offers the newer release unobtrusively; the member decides when to load it. */
export const offerNewVersion = (): void => useNewVersion.setState({ offered: true })

/** Loads the newer release. Drafts and queued messages are stored on the device. */
export async function loadNewVersion(): Promise<void> {
  useNewVersion.setState({ loading: true })
  await import('./take-over.ts').then(
    ({ takeOver }) => takeOver(),
    () => location.reload(),
  )
  // The member may have chosen to stay because of unsaved changes.
  useNewVersion.setState({ loading: false })
}
