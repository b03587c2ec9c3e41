import { MemberResponse, SavedMember } from '@app/contract/members/members'
import { Photo, PrivateGrant } from '@app/contract/photos'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type FakeUpload, stubUploads } from '../lib/http/fake-upload.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import * as photoFile from '../lib/photos/photo-file.ts'
import {
  mira,
  onGet,
  onPost,
  type ReceivedRequest,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
} from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ownResponse } from '../testing-members.ts'
import { aPhoto } from '../testing-pictures.ts'
import { movePhoto, reorderPhotos } from './actions.ts'
import { OwnPhotos } from './OwnPhotos.tsx'
import { addOwn, loadOwnPhotos, onOwnPhotoReady } from './store.ts'

const preparePhoto = vi.spyOn(photoFile, 'preparePhoto')

setUpFreshDevice()

beforeAll(async () => {
  await Promise.all([
    import('../ui/overlays/DialogBody.tsx'),
    import('../ui/overlays/MenuPopover.tsx'),
    import('../ui/photos/PhotoViewerBody.tsx'),
  ])
}, 60_000)

let uploads: FakeUpload[] = []

beforeEach(() => {
  uploads = stubUploads()
  let urlCount = 0
  URL.createObjectURL = () => `blob:${++urlCount}`
  URL.revokeObjectURL = () => undefined
  preparePhoto.mockImplementation(async (file) => ({ file, width: 4, height: 3 }))
  startSession(mira)
  onGet('photos/private', respondWith(z.array(PrivateGrant), []))
})

afterEach(() => vi.unstubAllGlobals())

const beach = aPhoto('beach', 'PUBLIC', 0)
const forest = aPhoto('forest', 'PUBLIC', 1)
const vase = aPhoto('vase', 'PRIVATE', 0, { verified: true })

async function open(photos = [beach, forest, vase]) {
  onGet('members/username/Mira', respondWith(MemberResponse, { ...ownResponse(), photos }))
  const view = renderInApp(
    <>
      <h1 tabIndex={-1}>Min profil</h1>
      <OwnPhotos />
    </>,
  )
  await screen.findByRole('region', { name: 'Öppet' })
  return view
}

const getAlbum = (name: string) => within(screen.getByRole('region', { name }))
const photoIdsIn = (name: string) =>
  getAlbum(name)
    .queryAllByRole('button', { name: /^Visa Foto/ })
    .map((button) => button.closest('li')?.dataset.photo)
const readSavedOrder = (call: ReceivedRequest) =>
  (call.body as { photos: { url: string; album: string }[] }).photos.map(({ url, album: savedAlbum }) => [
    [beach, forest, vase].find((photo) => photo.url === url)?.id,
    savedAlbum,
  ])
const choose = (files: File[]) => fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
const aFile = (name = 'a.jpg') => new File(['jpeg'], name, { type: 'image/jpeg' })

test('an album states its audience and its number of photos; the profile photo and confirmed photos are marked', {
  tags: 'photos.page-albums',
}, async () => {
  await open()
  expect(screen.getByText(/Fotona sparas som JPEG\./)).toBeTruthy()
  expect(getAlbum('Öppet').getByText('Alla inloggade medlemmar ser fotona.')).toBeTruthy()
  expect(getAlbum('Öppet').getByText('2 foton')).toBeTruthy()
  expect(getAlbum('Öppet').getByText('Profilfoto').closest('li')?.dataset.photo).toBe(beach.id)
  expect(getAlbum('Privat').getByText('Bekräftat')).toBeTruthy()
  expect(getAlbum('Verifierat').getByRole('link', { name: 'Be om verifiering' })).toBeTruthy()
})

test('the menu of a photo moves it to another album, and saves the order of both', {
  tags: 'photos.page-move',
}, async () => {
  const saves = onPost('members', respondWith(SavedMember, { userName: 'Mira' }))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Flytta Foto 1 i Öppet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Flytta till Privat' }))
  await waitFor(() => expect(photoIdsIn('Privat')).toEqual([vase.id, beach.id]))
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(readSavedOrder(saves[0]!)).toEqual([
    [forest.id, 'PUBLIC'],
    [vase.id, 'PRIVATE'],
    [beach.id, 'PRIVATE'],
  ])
  expect(screen.getByText('Flyttat till plats 2 av 2 i Privat.')).toBeTruthy()
  expect(getAlbum('Öppet').getByText('Profilfoto').closest('li')?.dataset.photo).toBe(forest.id)
})

test('arrow keys on the handle move a photo, and keep the focus on it', { tags: 'photos.page-reorder' }, async () => {
  onPost('members', respondWith(SavedMember, { userName: 'Mira' }))
  const { user } = await open()
  act(() => screen.getByRole('button', { name: 'Flytta Foto 1 i Öppet' }).focus())
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(photoIdsIn('Öppet')).toEqual([beach.id, forest.id])
  await user.keyboard('{ArrowRight}')
  expect(photoIdsIn('Öppet')).toEqual([forest.id, beach.id])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Flytta Foto 2 i Öppet' })),
  )
  await user.keyboard('{ArrowDown}')
  expect(photoIdsIn('Privat')).toEqual([vase.id, beach.id])
})

test('a drop keeps the photos that were uploaded and processed during the drag', async () => {
  onPost('members', respondWith(SavedMember, { userName: 'Mira' }))
  const unprocessed = { ...forest, status: 'PROCESSING' } as const
  await open([beach, unprocessed])
  const uploaded = aPhoto('new', 'PUBLIC', 2)
  const { album: _, ordinal: __, verified: ___, ...picture } = forest
  act(() => {
    addOwn(uploaded, 'blob:new')
    onOwnPhotoReady({ type: 'photo:ready', photo: picture, chat: null })
    reorderPhotos([
      { ...unprocessed, ordinal: 0 },
      { ...beach, ordinal: 1 },
    ])
  })
  expect(photoIdsIn('Öppet')).toEqual([forest.id, beach.id, uploaded.id])
  expect(screen.queryByText('Bearbetas')).toBeNull()
})

test('a rejected order is rolled back and its reason shown', async () => {
  onPost('members', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Flytta Foto 1 i Öppet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Flytta till Privat' }))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  await waitFor(() => expect(photoIdsIn('Öppet')).toEqual([beach.id, forest.id]))
})

test('an order that is unsaved at a logout is not saved in the next session', async () => {
  const response = createDeferred()
  const saves = onPost('members', () =>
    response.promise.then(respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.')),
  )
  await open()
  act(() => movePhoto(beach.id, 'PUBLIC'))
  await waitFor(() => expect(saves).toHaveLength(1))
  act(() => movePhoto(beach.id, 'PRIVATE'))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, sessionId: 'second.session.token' })
  })
  await act(loadOwnPhotos)
  const nextSaves = onPost('members', respondWith(SavedMember, { userName: 'Mira' }))
  act(response.resolve)
  act(() => movePhoto(forest.id, 'PUBLIC', 0))
  await waitFor(() => expect(nextSaves).toHaveLength(1))
  expect(readSavedOrder(nextSaves[0]!)).toEqual([
    [forest.id, 'PUBLIC'],
    [beach.id, 'PUBLIC'],
  ])
  expect(screen.queryByText('Det går inte just nu.')).toBeNull()
})

test('a chosen photo shows immediately, then in its album, and is updated by a push once processed', {
  tags: 'photos.page-upload',
}, async () => {
  const storedPhoto = aPhoto('new', 'PUBLIC', 2, { status: 'PROCESSING', width: null, height: null })
  await open()
  choose([aFile()])
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.reportProgress(64, 100))
  expect(screen.getByRole('progressbar', { name: 'Laddar upp, 64\u00a0%' })).toBeTruthy()
  expect(uploads[0]!.parts.get('album')).toBe('PUBLIC')
  act(() => uploads[0]!.respond(202, storedPhoto))
  expect(await getAlbum('Öppet').findByText('3 foton')).toBeTruthy()
  expect(await screen.findByText('Bearbetas')).toBeTruthy()
  expect(photoIdsIn('Öppet')).toEqual([beach.id, forest.id, storedPhoto.id])
  const getTile = () => document.querySelector<HTMLElement>(`[data-photo="${storedPhoto.id}"]`)!
  expect(getTile().querySelector('img')?.getAttribute('src')).toBe('blob:1')
  const { album: _, ordinal: __, verified: ___, ...picture } = storedPhoto
  act(() => onOwnPhotoReady({ type: 'photo:ready', photo: { ...picture, status: 'READY' }, chat: null }))
  expect(screen.queryByText('Bearbetas')).toBeNull()
})

test('two photos upload at a time; canceling one starts the queued one', async () => {
  const { user } = await open([])
  choose([aFile('a'), aFile('b'), aFile('c')])
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.getAllByRole('progressbar', { name: 'Väntar' })).toHaveLength(1)
  await user.click(screen.getAllByRole('button', { name: 'Avbryt uppladdningen' })[0]!)
  await waitFor(() => expect(uploads).toHaveLength(3))
  expect(uploads[0]!.aborted).toBe(true)
  expect(screen.getAllByRole('progressbar')).toHaveLength(2)
})

test('the previews of unfinished uploads are released when the session ends', async () => {
  const released = vi.spyOn(URL, 'revokeObjectURL')
  await open([])
  choose([aFile('a'), aFile('b'), aFile('c')])
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => endSession('loggedOut'))
  expect(released.mock.calls.flat()).toEqual(['blob:1', 'blob:2', 'blob:3'])
})

test('a failed upload shows the reason and is retried in place', { tags: 'photos.page-failed-upload' }, async () => {
  const { user } = await open([])
  choose([aFile()])
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.respond(503, { code: 'UNAVAILABLE', message: 'Det går inte just nu.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Det går inte just nu.')
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]!.respond(202, aPhoto('new', 'PUBLIC', 0)))
  await waitFor(() => expect(photoIdsIn('Öppet')).toHaveLength(1))
})

test('each photo has a client id, which its retries keep so that the server stores it once', async () => {
  onPost('client-logs', respondEmpty)
  const { user } = await open([])
  choose([aFile('a'), aFile('b')])
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[0]!.respond(503, { code: 'UNAVAILABLE', message: 'Snart igen.' }, { 'retry-after': '0' }))
  await waitFor(() => expect(uploads).toHaveLength(3))
  act(() => uploads[2]!.failNetwork())
  await user.click(await screen.findByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(uploads).toHaveLength(4))
  const [firstId, otherId, ...retryIds] = uploads.map(({ parts }) => parts.get('clientId'))
  expect(firstId).toMatch(/^[\da-f-]{36}$/)
  expect(otherId).not.toBe(firstId)
  expect(retryIds).toEqual([firstId, firstId])
  expect([...uploads[0]!.parts.keys()]).toEqual(['album', 'clientId', 'file'])
})

test('an invalid file and the hundred-and-first photo show errors', async () => {
  preparePhoto.mockRejectedValueOnce(new photoFile.PhotoRejection('tooManyPixels'))
  const photos = Array.from({ length: 99 }, (_, ordinal) => aPhoto(`p${ordinal}`, 'PUBLIC', ordinal))
  await open(photos)
  choose([aFile('huge'), aFile('one too many')])
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getByText('Fotot har mer än 50 megapixlar.')).toBeTruthy()
  expect(screen.getByText('Högst 100 foton får plats.')).toBeTruthy()
})

test('a photo is rotated immediately, and rotated back when the server rejects it', {
  tags: 'photos.page-rotate',
}, async () => {
  const failures = onPost('photos/rotate', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  const getImage = () => document.querySelector<HTMLElement>(`[data-photo="${beach.id}"] img`)!
  fireEvent.load(getImage())
  await user.click(screen.getByRole('button', { name: 'Rotera Foto 1 i Öppet' }))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(getImage().dataset.rotation).toBeUndefined()
  const rotations = onPost('photos/rotate', respondWith(Photo, { ...beach, rotation: 90 }))
  await user.click(screen.getByRole('button', { name: 'Rotera Foto 1 i Öppet' }))
  expect(getImage().dataset.rotation).toBe('90')
  // The server may have applied the first request, although its response was an error.
  const request = { path: 'photos/rotate?rotation=90', body: beach.url }
  await waitFor(() => expect([...failures, ...rotations]).toMatchObject([request, request]))
})

test('a photo is deleted from the viewer after a confirmation', { tags: 'photos.page-delete' }, async () => {
  const deletions = onPost('photos/delete', respondEmpty)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Visa Foto 1 i Öppet' }))
  const viewer = await screen.findByRole('dialog', { name: 'Foto 1 i Öppet' })
  expect(within(viewer).getByText('1 av 3')).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  await user.click(await screen.findByRole('button', { name: 'Ta bort Foto 2 i Öppet' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Ta bort fotot?' })
  await user.click(within(confirmation).getByRole('button', { name: 'Ta bort fotot' }))
  await waitFor(() => expect(deletions).toMatchObject([{ body: { url: forest.url } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(photoIdsIn('Öppet')).toEqual([beach.id]))
})

test('members with access to the private album are listed, and their access can be revoked', async () => {
  onGet(
    'photos/private',
    respondWith(z.array(PrivateGrant), [
      { userName: 'Linn', profilePhotoUrl: null, grantedAt: new Date(Date.now() - 25 * 60_000).toISOString() },
    ]),
  )
  const withdrawals = onPost('photos/private/withdraw', respondEmpty)
  const { user } = await open()
  expect(await screen.findByText('Delat för 20 min sedan')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Sluta dela med Linn' }))
  expect(await screen.findByText(/Ingen ser det privata albumet/)).toBeTruthy()
  expect(withdrawals).toMatchObject([{ body: { userName: 'Linn' } }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a photo uploaded on another device appears once it is processed', async () => {
  await open([beach])
  onGet('members/username/Mira', respondWith(MemberResponse, { ...ownResponse(), photos: [beach, forest] }))
  const { album: _, ordinal: __, verified: ___, ...picture } = forest
  act(() => onOwnPhotoReady({ type: 'photo:ready', photo: picture, chat: null }))
  await waitFor(() => expect(photoIdsIn('Öppet')).toEqual([beach.id, forest.id]))
})
