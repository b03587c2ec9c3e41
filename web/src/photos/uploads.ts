import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { Album, Photo } from '@app/contract/photos'
import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { useSessionState } from '../lib/http/session.ts'
import { preparePhoto } from '../lib/photos/photo-file.ts'
import { getTexts } from '../lib/text/texts.ts'
import { type UploadProblem, uploadProblemOf } from '../ui/photos/photo-problem.ts'
import { storePhoto } from './api.ts'
import { addOwn, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

const PARALLEL_UPLOADS_MAX = 2

/** A photo that is queued, uploading or failed. A retry keeps its client id, so it adds no second photo. */
export type Upload = {
  clientId: string
  album: Album
  source: Blob
  preview: string
  state: 'waiting' | 'sending' | 'failed'
  percent: number
  problem: UploadProblem | null
  onStored?: ((photo: Photo) => void) | undefined
}

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
  for (const { preview } of useUploads.getState().uploads) URL.revokeObjectURL(preview)
  useUploads.setState({ uploads: [] })
})

async function send({ clientId, album, source, preview, onStored }: Upload, signal: AbortSignal): Promise<void> {
  changeUpload(clientId, { state: 'sending', percent: 0, problem: null })
  try {
    const { file } = await preparePhoto(source)
    if (signal.aborted) return
    const onPercent = (percent: number) => changeUpload(clientId, { percent })
    const photo = await storePhoto({ file, album, clientId }, { signal, onPercent })
    dropUpload(clientId)
    addOwn(photo, preview)
    onStored?.(photo)
  } catch (error) {
    if (!isCanceled(error)) changeUpload(clientId, { state: 'failed', problem: uploadProblemOf(error) })
  }
}

/** Starts queued uploads in order, a few at a time. */
function startWaiting(): void {
  for (const upload of useUploads.getState().uploads) {
    if (controllers.size >= PARALLEL_UPLOADS_MAX) return
    if (upload.state !== 'waiting' || controllers.has(upload.clientId)) continue
    const controller = new AbortController()
    controllers.set(upload.clientId, controller)
    void send(upload, controller.signal).finally(() => {
      controllers.delete(upload.clientId)
      startWaiting()
    })
  }
}

const countPhotos = (): number => (usePhotos.getState().own.data?.length ?? 0) + useUploads.getState().uploads.length

/**
 * Queues chosen files for an album; those beyond the free slots fail at once. Calls `onStored` with each uploaded
 * photo.
 */
export function addFiles(files: readonly Blob[], album: Album, onStored?: (photo: Photo) => void): void {
  const freeSlots = Math.max(0, PHOTOS_PER_MEMBER - countPhotos())
  const t = getTexts(photosTexts)
  const uploads = files.map((source, index): Upload => {
    const isFull = index >= freeSlots
    return {
      clientId: newClientId(),
      onStored,
      album,
      source,
      preview: URL.createObjectURL(source),
      state: isFull ? 'failed' : 'waiting',
      percent: 0,
      problem: isFull ? { text: t('full', { max: PHOTOS_PER_MEMBER }), final: true } : null,
    }
  })
  useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }))
  startWaiting()
}

export function retryUpload(clientId: string): void {
  changeUpload(clientId, { state: 'waiting', problem: null })
  startWaiting()
}

export function cancelUpload(clientId: string): void {
  controllers.get(clientId)?.abort()
  const upload = useUploads.getState().uploads.find((candidate) => candidate.clientId === clientId)
  if (upload) URL.revokeObjectURL(upload.preview)
  dropUpload(clientId)
}
