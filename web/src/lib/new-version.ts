import { create } from 'zustand'

/** Whether a newer release of this client can be loaded. */
export const useNewVersion = create<{ offered: boolean }>(() => ({ offered: false }))

/** Tells the member quietly. When to load it is theirs to say. */
export const offerNewVersion = (): void => useNewVersion.setState({ offered: true })

/** Loads it. Drafts and what waits to be sent lie on the device. */
export function loadNewVersion(): void {
  import('./take-over.ts').then(
    ({ takeOver }) => takeOver(),
    () => location.reload(),
  )
}
