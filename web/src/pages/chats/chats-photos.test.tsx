import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadOlder } from '../../chats/loads.ts'
import { findConversation } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { reload } from '../../conversation/conversation-testing.ts'
import { type FakeUpload, stubUploads } from '../../lib/http/fake-upload.ts'
import { decodePhoto, PhotoRejection } from '../../lib/photos/photo-file.ts'
import { reportBrokenUrl } from '../../lib/photos/picture-urls.ts'
import {
  getField,
  getLog,
  listBubbles,
  listPosts,
  openChat,
  openChats,
  rowOf,
  setUpChatsDevice,
  testState,
} from './chats-testing.tsx'

// jsdom decodes no pictures; the browser tests check the cropped result.
vi.mock('../../lib/photos/photo-file.ts', async (original) => ({
  ...(await original<typeof import('../../lib/photos/photo-file.ts')>()),
  decodePhoto: vi.fn(),
}))
vi.mock('../../ui/photos/CropBody.tsx', () => ({
  CropBody: ({
    onCropped,
    confirm,
    children,
  }: Parameters<typeof import('../../ui/photos/CropBody.tsx').CropBody>[0]) => (
    <>
      {children}
      <button
        type="button"
        onClick={() =>
          onCropped({ file: new Blob(['jpeg']), width: 300, height: 300 }, { zoom: 0, offsetX: 0, offsetY: 0 })
        }
      >
        {confirm}
      </button>
    </>
  ),
}))

setUpChatsDevice()

let uploads: FakeUpload[] = []
beforeEach(() => {
  let urlCount = 0
  URL.createObjectURL = () => `blob:${++urlCount}`
  URL.revokeObjectURL = () => undefined
  uploads = stubUploads()
  vi.mocked(decodePhoto).mockResolvedValue({ image: new Image(), url: 'blob:chosen', width: 600, height: 400 })
})
afterEach(() => vi.clearAllMocks())

const PHOTO = `/media/${'a'.repeat(22)}/0/medium`
const uploadResponse = { photoUrl: PHOTO, photoId: 'a'.repeat(22) }
const aFile = () => new File(['x'], 'a.png', { type: 'image/png' })
const choosePhoto = (file = aFile()) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
const findLastImage = () => listBubbles().at(-1)?.querySelector('img')

type User = Awaited<ReturnType<typeof openChat>>['user']

async function sendPhoto(user: User, caption = ''): Promise<void> {
  choosePhoto()
  const dialog = within(await screen.findByRole('dialog', { name: 'Skicka foto till Linn' }))
  const captionField = await dialog.findByRole('textbox', { name: /Bildtext/ })
  if (caption) await user.type(captionField, caption)
  await user.click(dialog.getByRole('button', { name: 'Skicka foto' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** Lists the aspect ratios of the photos in the messages; the opening invite has photos, too. */
const listRatios = (): string[] =>
  [...getLog().querySelectorAll<HTMLElement>('article .photo [style]')].map(({ style }) => style.aspectRatio)

test('a photo shows in its bubble immediately, in its final size, with its progress and caption', {
  tags: 'chats.page-photo',
}, async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await sendPhoto(user, 'Utsikten')
  expect(findLastImage()?.getAttribute('src')).toMatch(/^blob:/)
  expect(listRatios()).toContain('1 / 1')
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.path).toBe(`chats/${chatId}/photos`)
  act(() => uploads[0]!.reportProgress(64, 100))
  expect(screen.getByText('Laddar upp 64 %')).toBeTruthy()
  expect(listPosts(`chats/${chatId}`)).toHaveLength(0)
  act(() => uploads[0]!.respond(201, uploadResponse))
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.photoUrl).toBe(PHOTO))
  expect(testState.chats.getChat(chatId).messages.at(-1)?.message).toBe('Utsikten')
  await waitFor(() => expect(screen.queryByText(/Skickar|Laddar upp/)).toBeNull())
  expect(findLastImage()?.getAttribute('src')).toMatch(/^blob:/)
})

test('the local copy of a photo is freed once the server has processed the photo, and on a discarded message', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await sendPhoto(user)
  const sentUrl = findLastImage()?.getAttribute('src')
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.respond(201, uploadResponse))
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.photoUrl).toBe(PHOTO))
  await waitFor(() => expect(screen.queryByText(/Skickar|Laddar upp/)).toBeNull())
  expect(findLastImage()?.getAttribute('src')).toBe(sentUrl)
  expect(revoked).not.toHaveBeenCalledWith(sentUrl)
  act(() => testState.chats.processPhoto(chatId, testState.chats.getChat(chatId).messages.at(-1)!.id))
  expect(revoked).toHaveBeenCalledWith(sentUrl)
  await sendPhoto(user)
  const discardedUrl = findLastImage()?.getAttribute('src')
  await waitFor(() => expect(uploads).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(revoked).toHaveBeenCalledWith(discardedUrl)
})

test('a caption of one character is not sent, since the server would reject it', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  choosePhoto()
  const dialog = within(await screen.findByRole('dialog', { name: 'Skicka foto till Linn' }))
  await user.type(await dialog.findByRole('textbox', { name: /Bildtext/ }), 'x')
  expect(dialog.getByText('Skriv minst två tecken.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Skicka foto' }))
  expect(screen.getByRole('dialog', { name: 'Skicka foto till Linn' })).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /Bildtext/ }), 'y')
  await user.click(dialog.getByRole('button', { name: 'Skicka foto' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
})

test('text in the field stays while a photo is sent', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.type(getField(), 'halvfärdig tanke')
  await sendPhoto(user)
  expect(getField().value).toBe('halvfärdig tanke')
})

test('a message written after a photo is sent after it', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await sendPhoto(user)
  await user.type(getField(), 'vad tycker du?{Enter}')
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(listPosts(`chats/${chatId}`)).toHaveLength(0)
  act(() => uploads[0]!.respond(201, uploadResponse))
  await waitFor(() => expect(listPosts(`chats/${chatId}`)).toHaveLength(2))
  expect(testState.chats.getChat(chatId).messages.map(({ message }) => message)).toEqual([
    'Hej!',
    null,
    'vad tycker du?',
  ])
})

test('canceling removes the photo and sends the queued messages', { tags: 'chats.page-cancel-photo' }, async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await sendPhoto(user)
  await user.type(getField(), 'ångrade mig{Enter}')
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(uploads[0]?.aborted).toBe(true)
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.message).toBe('ångrade mig'))
  expect(testState.chats.getChat(chatId).messages).toHaveLength(2)
})

test('a rejected photo and its caption survive a reload and are sent on retry', async () => {
  const chatId = testState.chats.open('Linn')
  let { user } = await openChat(chatId)
  await sendPhoto(user, 'Utsikten')
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.respond(415, { code: 'UNSUPPORTED_MEDIA', message: 'Nej' }))
  expect(await screen.findByText(/Fotot kan inte skickas som det är/)).toBeTruthy()
  reload()
  ;({ user } = await openChat(chatId))
  expect(await screen.findByText('Utsikten')).toBeTruthy()
  expect(findLastImage()?.getAttribute('src')).toMatch(/^blob:/)
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]!.respond(201, uploadResponse))
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.message).toBe('Utsikten'))
})

test('an unreadable photo shows an error in the dialog', async () => {
  vi.mocked(decodePhoto).mockRejectedValue(new PhotoRejection('unreadable'))
  await openChat(testState.chats.open('Linn'))
  choosePhoto()
  expect((await screen.findByRole('alert')).textContent).toContain('går inte att läsa som foto')
})

test('a pasted or dropped picture opens the same dialog; pasted text stays text', async () => {
  const { user } = await openChat(testState.chats.open('Linn'))
  fireEvent.paste(getField(), { clipboardData: { files: [aFile()] } })
  const dialog = await screen.findByRole('dialog', { name: 'Skicka foto till Linn' })
  await user.click(within(dialog).getByRole('button', { name: 'Stäng' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.drop(getLog(), { dataTransfer: { types: ['Files'], files: [aFile()] } })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stäng' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(getField())
  await user.paste('bara ord')
  expect(getField().value).toBe('bara ord')
})

test('a received photo is named in the list and announced, and shows once it is processed', async () => {
  const chatId = testState.chats.open('Linn')
  await openChat(chatId)
  let id = ''
  act(() => {
    id = testState.chats.send(chatId, false, null, undefined, PHOTO).id
  })
  expect(rowOf('Linn').textContent).toContain('Foto')
  expect(document.querySelector('[aria-live="polite"] > p')?.textContent).toBe('Linn: Foto')
  expect(within(listBubbles().at(-1)!).getByText('Fotot bearbetas')).toBeTruthy()
  act(() => testState.chats.processPhoto(chatId, id, { width: 600, height: 400 }))
  expect(findLastImage()?.getAttribute('src')).toContain('/media/')
  expect(listRatios()).toContain('1.5 / 1')
  act(() => void testState.chats.send(chatId, true, 'fin!'))
  expect(listBubbles()).toHaveLength(3)
})

test('a photo opens full screen, and only its sender can rotate it', async () => {
  const chatId = testState.chats.open('Linn')
  const partnersPhoto = testState.chats.send(chatId, false, 'Utsikten', undefined, PHOTO)
  const ownPhoto = testState.chats.send(chatId, true, null, undefined, PHOTO.replace('aaa', 'baa'))
  testState.chats.processPhoto(chatId, partnersPhoto.id)
  testState.chats.processPhoto(chatId, ownPhoto.id)
  const { user } = await openChat(chatId)
  await user.click(screen.getAllByRole('button', { name: 'Visa fotot' })[0]!)
  const viewer = within(await screen.findByRole('dialog', { name: 'Foto från Linn' }))
  expect(viewer.getByText('Utsikten')).toBeTruthy()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(viewer.queryByRole('button', { name: 'Rotera fotot' })).toBeNull()
  await user.keyboard('{ArrowRight}')
  await user.click(await screen.findByRole('button', { name: 'Rotera fotot' }))
  await waitFor(() => expect(listPosts(`chats/${chatId}/b${'a'.repeat(21)}/rotatePhoto?rotation=90`)).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => listBubbles().at(-1)?.focus())
  await user.keyboard('{Enter}')
  const actions = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'Svara',
    'Visa fotot',
    'Rotera fotot',
    'Ta bort meddelandet',
  ])
})

test("the member's own photo can be deleted in the viewer after a confirmation; photos of others cannot", async () => {
  const chatId = testState.chats.open('Linn')
  const partnersPhoto = testState.chats.send(chatId, false, null, undefined, PHOTO)
  const ownPhoto = testState.chats.send(chatId, true, null, undefined, PHOTO.replace('aaa', 'baa'))
  testState.chats.processPhoto(chatId, partnersPhoto.id)
  testState.chats.processPhoto(chatId, ownPhoto.id)
  const { user } = await openChat(chatId)
  await user.click(screen.getAllByRole('button', { name: 'Visa fotot' })[0]!)
  await screen.findByRole('dialog', { name: 'Foto från Linn' })
  expect(screen.queryByRole('button', { name: 'Ta bort meddelandet' })).toBeNull()
  await user.keyboard('{ArrowRight}')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Behåll' }))
  expect(testState.chats.getChat(chatId).messages.at(-1)?.deleted).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(testState.chats.getChat(chatId).messages.at(-1)?.deleted).toBe(true))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getLog().querySelectorAll('article img')).toHaveLength(1)
})

test('deleting a message also removes its photo', async () => {
  const chatId = testState.chats.open('Linn')
  const { id } = testState.chats.send(chatId, false, null, undefined, PHOTO)
  testState.chats.processPhoto(chatId, id)
  await openChats(`/chats?id=${chatId}`)
  await waitFor(() => expect(findLastImage()).toBeTruthy())
  act(() => testState.chats.deleteMessage(chatId, id))
  expect(findLastImage()).toBeNull()
})

test('a photo with an expired URL is reloaded', async () => {
  const chatId = testState.chats.open('Linn')
  const { id } = testState.chats.send(chatId, false, null, undefined, PHOTO)
  testState.chats.processPhoto(chatId, id)
  await openChat(chatId)
  testState.chats.renewUrls(chatId, id)
  fireEvent.error(findLastImage()!)
  await waitFor(() => expect(findLastImage()?.getAttribute('src')).toContain('signature=2'))
})

test('an expired URL also reloads photos far back in the loaded messages', async () => {
  const chatId = testState.chats.open('Linn')
  const oldest = testState.chats.send(chatId, true, null, undefined, PHOTO)
  testState.chats.processPhoto(chatId, oldest.id)
  for (let count = 0; count < 210; count += 1) testState.chats.send(chatId, true, `rad ${count}`)
  const newestMessage = testState.chats.send(chatId, true, null, undefined, PHOTO.replace('aaa', 'baa'))
  testState.chats.processPhoto(chatId, newestMessage.id)
  await openChat(chatId)
  for (let page = 0; page < 4; page += 1) await act(() => loadOlder(chatId))
  testState.chats.renewUrls(chatId, oldest.id)
  testState.chats.renewUrls(chatId, newestMessage.id)
  const urlOf = (id: string) =>
    findConversation(useChats.getState(), chatId)?.messages.find((message) => message.id === id)?.photo?.url
  expect(urlOf(oldest.id)).toContain('signature=1')
  act(() => reportBrokenUrl(urlOf(newestMessage.id) ?? ''))
  await waitFor(() => expect(urlOf(newestMessage.id)).toContain('signature=2'))
  await waitFor(() => expect(urlOf(oldest.id)).toContain('signature=2'))
})
