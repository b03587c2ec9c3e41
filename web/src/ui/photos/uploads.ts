import { create } from 'zustand'
import { isCanceled } from '../../lib/http/api-error.ts'
import { newClientId } from '../../lib/http/client-id.ts'
import { useSessionState } from '../../lib/http/session.ts'
import type { UploadOptions } from '../../lib/http/upload.ts'
import { preparePhoto } from '../../lib/photos/photo-file.ts'
import { type UploadProblem, uploadProblemOf } from './photo-problem.ts'

/** A photo to upload, with the object URL of its local copy. */
type Source = { file: Blob; preview: { url: string } }

type Progress = {
  clientId: string
  state: 'waiting' | 'sending' | 'failed'
  percent: number
  problem: UploadProblem | null
}

/** An upload that is queued, in progress or failed. A retry keeps its client id, so the server stores it once. */
export type UploadOf<Item extends Source> = Item & Progress

type Options<Item extends Source, Stored> = {
  /** The maximum number of simultaneous uploads. */
  parallelMax: number
  /** Sends the prepared file of an upload. */
  store: (upload: UploadOf<Item>, file: Blob, options: UploadOptions) => Promise<Stored>
  onStored: (stored: Stored, upload: UploadOf<Item>) => void
}

/** Creates a queue of uploads, in the order in which they were added. The end of the session empties it. */
export function createUploads<Item extends Source, Stored>({ parallelMax, store, onStored }: Options<Item, Stored>) {
  type Upload = UploadOf<Item>
  const useUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
  const controllers = new Map<string, AbortController>()

  const change = (clientId: string, changes: Partial<Progress>): void =>
    useUploads.setState(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.clientId === clientId ? { ...upload, ...changes } : upload)),
    }))

  const drop = (clientId: string): void =>
    useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.clientId !== clientId) }))

  useSessionState.subscribe(({ session }, previous) => {
    if (session?.sessionId === previous.session?.sessionId) return
    for (const controller of controllers.values()) controller.abort()
    for (const { preview } of useUploads.getState().uploads) URL.revokeObjectURL(preview.url)
    useUploads.setState({ uploads: [] })
  })

  async function send(upload: Upload, signal: AbortSignal): Promise<void> {
    const { clientId } = upload
    change(clientId, { state: 'sending', percent: 0, problem: null })
    try {
      const { file } = await preparePhoto(upload.file)
      if (signal.aborted) return
      const stored = await store(upload, file, { signal, onPercent: (percent) => change(clientId, { percent }) })
      drop(clientId)
      onStored(stored, upload)
    } catch (error) {
      if (!isCanceled(error)) change(clientId, { state: 'failed', problem: uploadProblemOf(error) })
    }
  }

  function startWaiting(): void {
    for (const upload of useUploads.getState().uploads) {
      if (controllers.size >= parallelMax) return
      if (upload.state !== 'waiting' || controllers.has(upload.clientId)) continue
      const controller = new AbortController()
      controllers.set(upload.clientId, controller)
      void send(upload, controller.signal).finally(() => {
        controllers.delete(upload.clientId)
        startWaiting()
      })
    }
  }

  return {
    useUploads,
    /** Queues photos; one with a `problem` has failed already. */
    add: (items: readonly (Item & { problem?: UploadProblem | null })[]): void => {
      const uploads = items.map((item): Upload => {
        const problem = item.problem ?? null
        return { ...item, clientId: newClientId(), state: problem ? 'failed' : 'waiting', percent: 0, problem }
      })
      useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }))
      startWaiting()
    },
    retry: (clientId: string): void => {
      change(clientId, { state: 'waiting', problem: null })
      startWaiting()
    },
    cancel: (clientId: string): void => {
      controllers.get(clientId)?.abort()
      const upload = useUploads.getState().uploads.find((candidate) => candidate.clientId === clientId)
      if (upload) URL.revokeObjectURL(upload.preview.url)
      drop(clientId)
    },
  }
}
