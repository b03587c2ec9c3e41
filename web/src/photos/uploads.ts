import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { Album } from '@app/contract/photos'
import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { preparePhoto } from '../lib/photos/photo-file.ts'
import { getTexts } from '../lib/text/texts.ts'
import { type UploadProblem, uploadProblemOf } from '../ui/photos/photo-problem.ts'
import { storePhoto } from './api.ts'
import { addOwn, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

const PARALLEL_UPLOADS_MAX = 2

/** A photo that is queued, uploading or failed. */
export type Upload = {
  id: number
  album: Album
  source: Blob
  preview: string
  state: 'waiting' | 'sending' | 'failed'
  percent: number
  problem: UploadProblem | null
}

export const useUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

const controllers = new Map<number, AbortController>()
let lastId = 0

const changeUpload = (id: number, changes: Partial<Upload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
  }))

const dropUpload = (id: number): void =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  for (const controller of controllers.values()) controller.abort()
  useUploads.setState({ uploads: [] })
})

async function send({ id, album, source, preview }: Upload, signal: AbortSignal): Promise<void> {
  changeUpload(id, { state: 'sending', percent: 0, problem: null })
  try {
    const { file } = await preparePhoto(source)
    if (signal.aborted) return
    const photo = await storePhoto(file, album, { signal, onPercent: (percent) => changeUpload(id, { percent }) })
    dropUpload(id)
    addOwn(photo, preview)
  } catch (error) {
    if (!isCanceled(error)) changeUpload(id, { state: 'failed', problem: uploadProblemOf(error) })
  }
}

/** Starts queued uploads in order, a few at a time. */
function startWaiting(): void {
  for (const upload of useUploads.getState().uploads) {
    if (controllers.size >= PARALLEL_UPLOADS_MAX) return
    if (upload.state !== 'waiting' || controllers.has(upload.id)) continue
    const controller = new AbortController()
    controllers.set(upload.id, controller)
    void send(upload, controller.signal).finally(() => {
      controllers.delete(upload.id)
      startWaiting()
    })
  }
}

const countPhotos = (): number => (usePhotos.getState().own.data?.length ?? 0) + useUploads.getState().uploads.length

/** Queues chosen files for an album, up to the number of free slots. */
export function addFiles(files: readonly Blob[], album: Album): void {
  const freeSlots = Math.max(0, PHOTOS_PER_MEMBER - countPhotos())
  const t = getTexts(photosTexts)
  const uploads = files.map((source, index): Upload => {
    lastId += 1
    const isFull = index >= freeSlots
    return {
      id: lastId,
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

export function retryUpload(id: number): void {
  changeUpload(id, { state: 'waiting', problem: null })
  startWaiting()
}

export function cancelUpload(id: number): void {
  controllers.get(id)?.abort()
  const upload = useUploads.getState().uploads.find((candidate) => candidate.id === id)
  if (upload) URL.revokeObjectURL(upload.preview)
  dropUpload(id)
}
