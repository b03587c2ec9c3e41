import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { Album } from '@app/contract/photos'
import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { preparePhoto } from '../lib/photos/photo-file.ts'
import { textsNow } from '../lib/text/texts.ts'
import { type UploadProblem, uploadProblemOf } from '../ui/photos/photo-problem.ts'
import { storePhoto } from './api.ts'
import { addOwn, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

const PARALLEL = 2

/** A photo that is uploading to an album. */
export type Uploading = {
  id: number
  album: Album
  source: Blob
  preview: string
  state: 'waiting' | 'sending' | 'failed'
  percent: number
  problem: UploadProblem | null
}

export const useUploads = create<{ uploads: readonly Uploading[] }>(() => ({ uploads: [] }))

const running = new Map<number, AbortController>()
let lastId = 0

const change = (id: number, changes: Partial<Uploading>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
  }))

const drop = (id: number): void =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  for (const controller of running.values()) controller.abort()
  useUploads.setState({ uploads: [] })
})

async function send({ id, album, source, preview }: Uploading, signal: AbortSignal): Promise<void> {
  change(id, { state: 'sending', percent: 0, problem: null })
  try {
    const { file } = await preparePhoto(source)
    if (signal.aborted) return
    const photo = await storePhoto(file, album, { signal, onPercent: (percent) => change(id, { percent }) })
    drop(id)
    addOwn(photo, preview)
  } catch (error) {
    if (!isCanceled(error)) change(id, { state: 'failed', problem: uploadProblemOf(error) })
  }
}

/** Starts queued uploads in order, a few at a time. */
function startWaiting(): void {
  for (const upload of useUploads.getState().uploads) {
    if (running.size >= PARALLEL) return
    if (upload.state !== 'waiting' || running.has(upload.id)) continue
    const controller = new AbortController()
    running.set(upload.id, controller)
    void send(upload, controller.signal).finally(() => {
      running.delete(upload.id)
      startWaiting()
    })
  }
}

const countPhotos = (): number => (usePhotos.getState().own.data?.length ?? 0) + useUploads.getState().uploads.length

/** Queues chosen files for an album, up to the number of free slots. */
export function addFiles(files: readonly Blob[], album: Album): void {
  const room = Math.max(0, PHOTOS_PER_MEMBER - countPhotos())
  const t = textsNow(photosTexts)
  const uploads = files.map((source, index): Uploading => {
    lastId += 1
    const full = index >= room
    return {
      id: lastId,
      album,
      source,
      preview: URL.createObjectURL(source),
      state: full ? 'failed' : 'waiting',
      percent: 0,
      problem: full ? { text: t('full', { max: PHOTOS_PER_MEMBER }), final: true } : null,
    }
  })
  useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }))
  startWaiting()
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', problem: null })
  startWaiting()
}

export function cancelUpload(id: number): void {
  running.get(id)?.abort()
  const upload = useUploads.getState().uploads.find((one) => one.id === id)
  if (upload) URL.revokeObjectURL(upload.preview)
  drop(id)
}
