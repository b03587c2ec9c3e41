import { create } from 'zustand'

/** The upload progress in percent of the photos that this tab sends, by client id. */
export const useUploadProgress = create<{ percents: ReadonlyMap<string, number> }>(() => ({ percents: new Map() }))
