import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { type ConversationAdapter, setAdapters } from '../adapters.ts'
import { ensurePhotoUploaded } from './ensure-photo-uploaded.ts'
import { closeOutbox, discard, enqueuePhoto, openOutbox, useOutbox } from './outbox.ts'

const uploadedPaths: string[] = []

const adapter: ConversationAdapter = {
  send: () => Promise.reject(new Error('this test sends no messages')),
  sendPhoto: (path) => {
    uploadedPaths.push(path)
    return Promise.resolve({ photoUrl: '/media/a/1/medium', photoId: 'a' })
  },
  refresh: () => Promise.resolve(),
  isAwaiting: () => false,
  onArrival: () => () => undefined,
  removedText: null,
}

beforeEach(async () => {
  setAdapters({ chat: adapter })
  await openOutbox('42')
  return closeOutbox
})

test('a photo of a message that was discarded before its upload began is not uploaded', async () => {
  enqueuePhoto('chat:7', { bytes: new ArrayBuffer(1), width: 1, height: 1, url: null, uploadedAt: 0 }, '')
  const item = useOutbox.getState().items[0]!
  discard(item.clientId)
  await expect(ensurePhotoUploaded(item, item.photo!)).rejects.toMatchObject({ name: 'AbortError' })
  expect(uploadedPaths).toEqual([])
})
