import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { useSessionState } from '../lib/http/session.ts'
import { preparePhoto } from '../lib/photos/photo-file.ts'
import { type UploadProblem, uploadProblemOf } from '../ui/photos/photo-problem.ts'
import { type NewEntry, postEntry } from './api.ts'
import { addOwn } from './store.ts'

/** An upload in progress or failed. A retry keeps its client id, so it creates the same entry. */
export type Uploading = NewEntry & { preview: string; percent: number; problem: UploadProblem | null }

export const useUploads = create<{ uploads: readonly Uploading[] }>(() => ({ uploads: [] }))

const running = new Map<string, AbortController>()

const change = (clientId: string, changes: Partial<Uploading>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.clientId === clientId ? { ...upload, ...changes } : upload)),
  }))

const drop = (clientId: string): void =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.clientId !== clientId) }))

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  for (const controller of running.values()) controller.abort()
  for (const { preview } of useUploads.getState().uploads) URL.revokeObjectURL(preview)
  useUploads.setState({ uploads: [] })
})

async function send(upload: Uploading, signal: AbortSignal): Promise<void> {
  const { clientId, preview } = upload
  try {
    const { file } = await preparePhoto(upload.file)
    if (signal.aborted) return
    const onPercent = (percent: number) => change(clientId, { percent })
    const entry = await postEntry({ ...upload, file }, { signal, onPercent })
    drop(clientId)
    addOwn(entry, preview)
  } catch (error) {
    if (!isCanceled(error)) change(clientId, { problem: uploadProblemOf(error) })
  }
}

function start(upload: Uploading): void {
  const controller = new AbortController()
  running.set(upload.clientId, controller)
  void send(upload, controller.signal).finally(() => running.delete(upload.clientId))
}

/** Uploads a photo with its caption; `preview` is the object URL of the cropped copy. */
export function uploadEntry(entry: Omit<NewEntry, 'clientId'>, preview: string): void {
  const upload = { ...entry, clientId: newClientId(), preview, percent: 0, problem: null }
  useUploads.setState(({ uploads }) => ({ uploads: [upload, ...uploads] }))
  start(upload)
}

export function retryUpload(upload: Uploading): void {
  if (running.has(upload.clientId)) return
  change(upload.clientId, { percent: 0, problem: null })
  start(upload)
}

export function cancelUpload({ clientId, preview }: Uploading): void {
  running.get(clientId)?.abort()
  URL.revokeObjectURL(preview)
  drop(clientId)
}
