import { create } from 'zustand'

/** Whether a newer release of this client can be loaded, and is being loaded. */
export const useNewVersion = create<{ offered: boolean; loading: boolean }>(() => ({ offered: false, loading: false }))

/** Tells the member quietly. When to load it is theirs to say. */
export const offerNewVersion = (): void => useNewVersion.setState({ offered: true })

/** Loads it. Drafts and what waits to be sent lie on the device. */
export async function loadNewVersion(): Promise<void> {
  useNewVersion.setState({ loading: true })
  await import('./take-over.ts').then(
    ({ takeOver }) => takeOver(),
    () => location.reload(),
  )
  // Whoever has been asked about unsaved changes may have stayed.
  useNewVersion.setState({ loading: false })
}
