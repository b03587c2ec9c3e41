import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { useSessionState } from '../lib/http/session.ts'
import { preparePhoto } from '../lib/photos/photo-file.ts'
import { type UploadProblem, uploadProblemOf } from '../ui/photos/photo-problem.ts'
import { type NewEntry, postEntry } from './api.ts'
import { addOwn, type Preview } from './store.ts'

/** An upload in progress or failed. A retry keeps its client id, so it creates the same entry. */
export type Upload = NewEntry & { preview: Preview; percent: number; problem: UploadProblem | null }

export const useUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

const controllers = new Map<string, AbortController>()

const changeUpload = (clientId: string, changes: Partial<Upload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.clientId === clientId ? { ...upload, ...changes } : upload)),
  }))

const dropUpload = (clientId: string): void =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.clientId !== clientId) }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  for (const controller of controllers.values()) controller.abort()
  for (const { preview } of useUploads.getState().uploads) URL.revokeObjectURL(preview.url)
  useUploads.setState({ uploads: [] })
})

async function send(upload: Upload, signal: AbortSignal): Promise<void> {
  const { clientId, preview } = upload
  try {
    const { file } = await preparePhoto(upload.file)
    if (signal.aborted) return
    const onPercent = (percent: number) => changeUpload(clientId, { percent })
    const entry = await postEntry({ ...upload, file }, { signal, onPercent })
    dropUpload(clientId)
    addOwn(entry, preview)
  } catch (error) {
    if (!isCanceled(error)) changeUpload(clientId, { problem: uploadProblemOf(error) })
  }
}

function start(upload: Upload): void {
  const controller = new AbortController()
  controllers.set(upload.clientId, controller)
  void send(upload, controller.signal).finally(() => controllers.delete(upload.clientId))
}

/** Uploads a photo with its caption; `preview` is the cropped copy. */
export function uploadEntry(entry: Omit<NewEntry, 'clientId'>, preview: Preview): void {
  const upload = { ...entry, clientId: newClientId(), preview, percent: 0, problem: null }
  useUploads.setState(({ uploads }) => ({ uploads: [upload, ...uploads] }))
  start(upload)
}

export function retryUpload(upload: Upload): void {
  if (controllers.has(upload.clientId)) return
  changeUpload(upload.clientId, { percent: 0, problem: null })
  start(upload)
}

export function cancelUpload({ clientId, preview }: Upload): void {
  controllers.get(clientId)?.abort()
  URL.revokeObjectURL(preview.url)
  dropUpload(clientId)
}
