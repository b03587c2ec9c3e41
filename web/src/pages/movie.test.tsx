import { DAY_MS } from '@app/contract/limits'
import { MovieEntry, MovieNew } from '@app/contract/movie'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setInView, stubObservers } from '../conversation/fake-browser.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { type FakeUpload, stubUploads } from '../lib/http/fake-upload.ts'
import { loaded } from '../lib/http/loadable.ts'
import { endSession, refreshSession, startSession } from '../lib/http/session.ts'
import { decodePhoto, PhotoRejection, preparePhoto } from '../lib/photos/photo-file.ts'
import { reportBrokenUrl } from '../lib/photos/picture-urls.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { setLanguage } from '../lib/text/language.ts'
import { anEntry } from '../movie/fake-movie.ts'
import { onChanged, onLiked, onPhotoReady } from '../movie/pushes.ts'
import { useMovie } from '../movie/store.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { respondToNextMember, waitForEarlierResponses } from '../testing-next-member.ts'
import { aPicture } from '../testing-pictures.ts'
import { skipRetryDelays } from '../testing-retries.ts'
import { MoviePage } from './MoviePage.tsx'

// jsdom decodes no pictures; the browser tests check the cropped result.
vi.mock('../lib/photos/photo-file.ts', async (original) => ({
  ...(await original<typeof import('../lib/photos/photo-file.ts')>()),
  decodePhoto: vi.fn(),
  preparePhoto: vi.fn(),
}))
vi.mock('../ui/photos/CropBody.tsx', () => ({
  CropBody: ({ onCropped, confirm, children }: Parameters<typeof import('../ui/photos/CropBody.tsx').CropBody>[0]) => (
    <>
      {children}
      <button
        type="button"
        onClick={() =>
          onCropped({ file: new Blob(['copy']), width: 640, height: 427 }, { zoom: 38, offsetX: -1, offsetY: 0.25 })
        }
      >
        {confirm}
      </button>
    </>
  ),
}))

setUpFreshDevice()
beforeAll(() =>
  Promise.all([
    import('../ui/overlays/DialogBody.tsx'),
    import('../ui/overlays/MenuPopover.tsx'),
    import('../ui/photos/PhotoViewerBody.tsx'),
  ]),
)

let uploads: FakeUpload[] = []
beforeEach(() => {
  uploads = stubUploads()
  let urlCount = 0
  URL.createObjectURL = () => `blob:${++urlCount}`
  URL.revokeObjectURL = () => undefined
  vi.mocked(preparePhoto).mockImplementation(async (file) => ({ file, width: 4, height: 3 }))
  vi.mocked(decodePhoto).mockImplementation(async () => ({
    image: document.createElement('img'),
    url: 'blob:whole',
    width: 4,
    height: 3,
  }))
  stubObservers()
  onPost('client-logs', respondEmpty)
  startSession(mira)
})
afterEach(() => {
  setHubConnection(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const linn = anEntry('9', {
  userName: 'Linn och Erik',
  message: 'Sista kvällen',
  altText: 'Solen går ned',
  likes: 24,
  iLike: true,
  profileType: 'MIXED_COUPLE',
  p2Year: 1990,
})
const jakob = anEntry('8', { likes: 18 })
const ownEntry = anEntry('7', { userName: 'Mira', mine: true, likes: 9 })

const serveFeed = (entries: MovieEntry[]) => onGet('movie', respondWith(z.array(MovieEntry), entries))
const serveNewEntryCount = (count: number) => onGet('movie/new', respondWith(MovieNew, { count }))
const listIds = () => [...document.querySelectorAll<HTMLElement>('[data-entry]')].map(({ dataset }) => dataset.entry)
const getCard = (name: string) => within(screen.getByRole('article', { name: `Foto av ${name}` }))
const getHeart = (name: string) => getCard(name).getByRole('button', { name: new RegExp(`^Gilla foto av ${name}`) })

async function open(entries = [linn, jakob, ownEntry]) {
  const requests = serveFeed(entries)
  const view = renderInApp(<MoviePage />, '/movie')
  await waitFor(() => expect(listIds()).toEqual(entries.map(({ id }) => id)))
  return { ...view, requests }
}

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

async function choosePhoto(file: Blob = new File(['jpeg'], 'a.jpg', { type: 'image/jpeg' })) {
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  return screen.findByRole('dialog', { name: 'Lägg upp foto' })
}

test('the feed shows each photo with author, caption, time, city and alternative text', {
  tags: 'movie.page-feed',
}, async () => {
  await open()
  expect(getCard('Linn och Erik').getByRole('link', { name: 'Linn och Erik' }).getAttribute('href')).toContain(
    '/profile',
  )
  expect(getCard('Linn och Erik').getByText('Sista kvällen')).toBeTruthy()
  expect(getCard('Linn och Erik').getByRole('button', { name: 'Visa större: Solen går ned' })).toBeTruthy()
  expect(getCard('Jakob-83').getByRole('button', { name: 'Visa större: Foto av Jakob-83' })).toBeTruthy()
  expect(getCard('Jakob-83').getByText('20 min').closest('p')?.textContent).toBe('20 min · Södertälje')
})

test.each(['SWEDISH', 'ENGLISH'] as const)(
  'the team has the same name in %s, and no profile link',
  async (language) => {
    setLanguage(language)
    await open([anEntry('5', { userName: 'Teamet', profileType: 'SECRET', p1Year: null })])
    const [teamEntry] = screen.getAllByRole('article')
    expect(within(teamEntry!).getByText('Teamet')).toBeTruthy()
    expect(within(teamEntry!).queryByRole('link')).toBeNull()
  },
)

test('a feed without photos shows an empty state, and a failed load an error with a retry button', async () => {
  skipRetryDelays()
  onGet('movie', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = renderInApp(<MoviePage />, '/movie')
  expect(await screen.findByText('Kunde inte läsa in foton.')).toBeTruthy()
  serveFeed([])
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga foton än')).toBeTruthy()
})

test('a like shows immediately and is sent; a rejected unlike is rolled back and its reason shown', {
  tags: 'movie.page-like',
}, async () => {
  const { user } = await open()
  const likes = onPost('movie/like', respondEmpty)
  expect(getHeart('Jakob-83').getAttribute('aria-pressed')).toBe('false')
  await user.click(getHeart('Jakob-83'))
  expect(getHeart('Jakob-83').getAttribute('aria-pressed')).toBe('true')
  expect(getHeart('Jakob-83').textContent).toBe('19')
  await waitFor(() => expect(likes).toMatchObject([{ body: { id: '8' } }]))
  onPost('movie/unlike', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  await user.click(getHeart('Linn och Erik'))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(getHeart('Linn och Erik').textContent).toBe('24')
  expect(getHeart('Linn och Erik').getAttribute('aria-pressed')).toBe('true')
})

test('rapid toggles send one request at a time and end with the last choice', async () => {
  await open()
  let running = 0
  let maxRunning = 0
  const posted: boolean[] = []
  const respondToLike = (like: boolean) => async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await Promise.resolve()
    posted.push(like)
    running -= 1
    return new Response(null, { status: 204 })
  }
  onPost('movie/like', respondToLike(true))
  onPost('movie/unlike', respondToLike(false))
  for (let n = 0; n < 51; n += 1) fireEvent.click(getHeart('Jakob-83'))
  expect(getHeart('Jakob-83').textContent).toBe('19')
  await waitFor(() => expect(posted.at(-1)).toBe(true))
  fireEvent.click(getHeart('Jakob-83'))
  await waitFor(() => expect(posted.at(-1)).toBe(false))
  expect([maxRunning, getHeart('Jakob-83').textContent]).toEqual([1, '18'])
  expect(posted.length).toBeLessThan(10)
})

test('a reload does not overwrite a like in flight', async () => {
  const { user } = await open()
  let release: () => void = () => undefined
  onPost('movie/like', async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return new Response(null, { status: 204 })
  })
  await user.click(getHeart('Jakob-83'))
  const requests = serveFeed([linn, jakob, ownEntry])
  act(() => reportBrokenUrl('/media/x/0-medium.webp?s=old'))
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  await act(async () => undefined)
  expect(getHeart('Jakob-83').textContent).toBe('19')
  release()
  await act(async () => undefined)
  expect(getHeart('Jakob-83').textContent).toBe('19')
})

test('liking a deleted entry removes it and shows a message', async () => {
  const { user } = await open()
  onPost('movie/like', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(getHeart('Jakob-83'))
  expect(await screen.findByText('Fotot finns inte längre.')).toBeTruthy()
  expect(listIds()).toEqual(['9', '7'])
})

test("the member's own entry has no like button, shows its likes, and is deleted after a confirmation", {
  tags: 'movie.page-own-entry',
}, async () => {
  const { user } = await open()
  expect(getCard('Mira').queryByRole('button', { name: /Gilla/ })).toBeNull()
  expect(getCard('Mira').getByText('9 gillar')).toBeTruthy()
  act(() => onLiked({ type: 'movie:liked', id: '7', likes: 10 }))
  expect(getCard('Mira').getByText('10 gillar')).toBeTruthy()
  act(() => onLiked({ type: 'movie:liked', id: '7', likes: 0 }))
  expect(getCard('Mira').getByText('0 gillar')).toBeTruthy()
  expect(getCard('Jakob-83').queryByRole('button', { name: /Ta bort/ })).toBeNull()
  const deletions = onPost('movie/delete', respondEmpty)
  await user.click(getCard('Mira').getByRole('button', { name: 'Ta bort foto av Mira' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Ta bort foto av Mira?' })
  await user.click(within(confirmation).getByRole('button', { name: 'Behåll' }))
  expect(deletions).toEqual([])
  await user.click(getCard('Mira').getByRole('button', { name: 'Ta bort foto av Mira' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort fotot' }))
  await waitFor(() => expect(deletions).toMatchObject([{ body: { id: '7' } }]))
  await waitFor(() => expect(listIds()).toEqual(['9', '8']))
})

test('deleting a photo moves the focus to the heading of the page', async () => {
  serveFeed([linn, ownEntry])
  const { user } = renderInApp(
    <>
      <h1 tabIndex={-1}>Film</h1>
      <MoviePage />
    </>,
    '/movie',
  )
  onPost('movie/delete', respondEmpty)
  await user.click(await screen.findByRole('button', { name: 'Ta bort foto av Mira' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort fotot' }))
  await waitFor(() => expect(listIds()).toEqual(['9']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a deletion that ends after a logout is not reported to the next member on the device', async () => {
  const { user } = await open()
  const deletions = onPost('movie/delete', respondToNextMember(respondEmpty))
  await user.click(getCard('Mira').getByRole('button', { name: 'Ta bort foto av Mira' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort fotot' }))
  await waitFor(() => expect(deletions).toHaveLength(1))
  await waitForEarlierResponses()
  expect(useToasts.getState().queue).toEqual([])
})

test('the menu of an entry offers the team to open a case, and the team cannot delete it', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  const { user } = await open()
  expect(getCard('Jakob-83').queryByRole('button', { name: 'Ta bort foto av Jakob-83' })).toBeNull()
  await user.click(getCard('Jakob-83').getByRole('button', { name: /^Fler val/ }))
  expect(await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })).toBeTruthy()
})

test('an entry deleted by another client is removed', async () => {
  await open()
  act(() => onChanged({ type: 'movie:changed', gone: '8' }))
  expect(listIds()).toEqual(['9', '7'])
})

test('a button shows the number of new entries, counted by one request for many pushes, and loads them', async () => {
  const { user } = await open()
  const countRequests = serveNewEntryCount(3)
  act(() => {
    for (let n = 0; n < 20; n += 1) onChanged({ type: 'movie:changed', gone: null })
  })
  const newEntriesButton = await screen.findByRole('button', { name: '3 nya' })
  expect(countRequests.map(({ path }) => path)).toEqual(['movie/new?after=9'])
  serveFeed([anEntry('12'), linn])
  await user.click(newEntriesButton)
  await waitFor(() => expect(listIds()).toEqual(['12', '9']))
  expect(screen.queryByRole('button', { name: '3 nya' })).toBeNull()
})

test('the next page loads before the end is reached, without duplicates', async () => {
  const page = Array.from({ length: 50 }, (_, n) => anEntry(String(100 - n)))
  await open(page)
  const requests = serveFeed([anEntry('51'), anEntry('50')])
  act(() => setInView(screen.getByRole('button', { name: 'Visa fler' }).parentElement!))
  await waitFor(() => expect(listIds()).toHaveLength(51))
  expect(requests.map(({ path }) => path)).toEqual(['movie?before=51&limit=50'])
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('each photo is shown in the nearest of three aspect ratios, newest first', async () => {
  const photoOf = (width: number, height: number) => aPicture(`p${width}`, { width, height })
  await open([
    anEntry('9', { altText: 'Liggande', photo: photoOf(1_600, 1_067) }),
    anEntry('8', { altText: 'Stående', photo: photoOf(1_280, 1_600) }),
    anEntry('7', { altText: 'Kvadrat', photo: photoOf(1_600, 1_600) }),
  ])
  const shapes = screen
    .getAllByRole('button', { name: /^Visa större/ })
    .map((photo) => [photo.ariaLabel, (photo.firstElementChild as HTMLElement).style.aspectRatio])
  expect(shapes).toEqual([
    ['Visa större: Liggande', '1.5 / 1'],
    ['Visa större: Stående', '0.8 / 1'],
    ['Visa större: Kvadrat', '1 / 1'],
  ])
})

test('loading the last page moves the focus to its first photo', async () => {
  const { user } = await open(Array.from({ length: 50 }, (_, n) => anEntry(String(100 - n))))
  const response = createDeferred()
  const requests = onGet('movie', async () => {
    await response.promise
    return Response.json([anEntry('50', { altText: 'En bro' }), anEntry('49')])
  })
  const showMore = screen.getByRole('button', { name: 'Visa fler' })
  act(() => setInView(showMore.parentElement!))
  await user.click(showMore)
  await waitFor(() => expect(requests).toHaveLength(1))
  response.resolve()
  await waitFor(() => expect(listIds()).toHaveLength(52))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Visa större: En bro' }))
})

test('a photo opens full screen with its caption, and an arrow key shows the next one', {
  tags: 'movie.page-full-screen',
}, async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Visa större: Solen går ned' }))
  const viewer = await screen.findByRole('dialog', { name: 'Solen går ned' })
  expect(within(viewer).getByText('Sista kvällen')).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Foto av Jakob-83' })).toBeTruthy()
})

test('a chosen photo is uploaded with crop and caption, and updated once it is processed', {
  tags: 'movie.page-upload',
}, async () => {
  const { user } = await open()
  const dialog = await choosePhoto()
  expect(await within(dialog).findByText(/Fotot sparas som JPEG\./)).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Text'), ' Hej hej ')
  await user.type(within(dialog).getByLabelText(/Beskriv fotot/), 'Ett berg')
  await user.click(within(dialog).getByRole('button', { name: 'Lägg upp' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  const { parts } = uploads[0]!
  const texts = ['message', 'zoom', 'offset_x', 'offset_y', 'alt_text'].map((name) => parts.get(name))
  expect(texts).toEqual(['Hej hej', '38.000000', '-1.000000', '0.250000', 'Ett berg'])
  act(() => uploads[0]!.reportProgress(64, 100))
  expect(screen.getByRole('progressbar', { name: 'Laddar upp, 64\u00a0%' })).toBeTruthy()
  expect(document.querySelector<HTMLElement>('.uploading')?.style.getPropertyValue('--ratio')).toBe('1.5')
  const photo = aPicture('new', { status: 'PROCESSING', width: null, height: null })
  act(() => uploads[0]!.respond(201, anEntry('20', { userName: 'Mira', mine: true, photo })))
  await waitFor(() => expect(listIds()[0]).toBe('20'))
  expect(screen.getByText(/Bearbetas/)).toBeTruthy()
  expect(document.querySelector('[data-entry="20"] img')?.getAttribute('src')).toBe('blob:1')
  expect(document.querySelector<HTMLElement>('[data-entry="20"] .photo .photo')?.style.aspectRatio).toBe('1.5 / 1')
  act(() => onPhotoReady({ type: 'photo:ready', photo: aPicture('new'), chat: null }))
  expect(screen.queryByText(/Bearbetas/)).toBeNull()
})

test.each([
  { scopes: ['POST'], until: 3 },
  { scopes: ['UPLOAD'], until: 5 },
  { scopes: ['POST', 'UPLOAD'], until: 5 },
])(
  'a member with a restriction of $scopes learns that before they post a photo',
  {
    tags: 'decisions.page-restricted',
  },
  async ({ scopes, until }) => {
    const ends = { POST: inDays(3).toISOString(), UPLOAD: inDays(5).toISOString() }
    refreshSession({
      ...mira,
      restrictions: Object.fromEntries(Object.entries(ends).filter(([scope]) => scopes.includes(scope))),
    })
    await open()
    const dialog = within(await choosePhoto())
    const day = new Intl.DateTimeFormat('sv', { dateStyle: 'long' }).format(inDays(until))
    expect((await dialog.findByRole('note')).textContent).toBe(
      `Ett beslut begränsar ditt konto till ${day}. Till dess kan du inte lägga upp foton i Film. Läs beslutet`,
    )
  },
)

test('a failed upload is retried with the same client id, and can be canceled', async () => {
  const { user } = await open([linn])
  const sendPhoto = async () => user.click(await within(await choosePhoto()).findByRole('button', { name: 'Lägg upp' }))
  await sendPhoto()
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.failNetwork())
  await user.click(await screen.findByRole('button', { name: 'Försök igen' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(uploads[1]!.parts.get('clientId')).toBe(uploads[0]!.parts.get('clientId'))
  await user.click(screen.getByRole('button', { name: 'Avbryt uppladdningen' }))
  expect(uploads[1]!.aborted).toBe(true)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('a page loaded during a refresh stays below the refreshed entries', async () => {
  const entries = Array.from({ length: 50 }, (_, index) => anEntry(String(100 - index)))
  await open(entries)
  const response = createDeferred()
  const requests = onGet('movie', async () => {
    await response.promise
    return Response.json(entries.map((entry) => ({ ...entry, userName: entry.id === '100' ? 'Ny' : entry.userName })))
  })
  act(() => reportBrokenUrl('/media/old'))
  await waitFor(() => expect(requests).toHaveLength(1))
  serveFeed([anEntry('50')])
  act(() => setInView(screen.getByRole('button', { name: 'Visa fler' }).parentElement!))
  await waitFor(() => expect(listIds()).toHaveLength(51))
  response.resolve()
  await act(async () => undefined)
  await screen.findByRole('article', { name: 'Foto av Ny' })
  expect(listIds()).toEqual([...entries.map(({ id }) => id), '50'])
})

test('refreshing a long feed reloads the visible part with one request, and the rest when scrolled to', async () => {
  const entries = Array.from({ length: 250 }, (_, index) => anEntry(String(400 - index)))
  await open(entries.slice(0, 50))
  cleanup()
  useMovie.setState({ feed: loaded({ entries, hasMore: false }) })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 300 - Number((this as HTMLElement).dataset.entry ?? 300), 1, 0)
  })
  const refreshedEntries = entries.slice(80, 180).filter(({ id }) => id !== '290')
  const requests = serveFeed([
    ...refreshedEntries.map((entry) => ({ ...entry, userName: 'Ny' })),
    anEntry('220', { userName: 'Ny' }),
  ])
  serveNewEntryCount(0)
  renderInApp(<MoviePage />, '/movie')
  expect(await screen.findAllByRole('article', { name: 'Foto av Ny' })).toHaveLength(100)
  expect(requests.map(({ path }) => path)).toEqual(['movie?before=321&limit=100'])
  expect(listIds()).toEqual(entries.map(({ id }) => id).filter((id) => id !== '290'))
})

test('an entry deleted during a refresh does not return', async () => {
  await open()
  const response = createDeferred()
  const requests = onGet('movie', async () => {
    await response.promise
    return Response.json([linn, jakob, { ...ownEntry, likes: 11 }])
  })
  act(() => reportBrokenUrl('/media/older'))
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => onChanged({ type: 'movie:changed', gone: '8' }))
  response.resolve()
  expect(await screen.findByText('11 gillar')).toBeTruthy()
  expect(listIds()).toEqual(['9', '7'])
})

test('logging out discards uploads in progress', async () => {
  const { user } = await open([linn])
  const revoked: string[] = []
  URL.revokeObjectURL = (url) => void revoked.push(url)
  await user.click(await within(await choosePhoto()).findByRole('button', { name: 'Lägg upp' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => endSession('loggedOut'))
  expect(uploads[0]!.aborted).toBe(true)
  expect(revoked).toContain('blob:1')
})

test('an invalid file shows an error in the dialog; failed processing shows an error to the author', async () => {
  vi.mocked(decodePhoto).mockRejectedValueOnce(new PhotoRejection('unreadable'))
  await open([anEntry('6', { userName: 'Mira', mine: true, photo: aPicture('bad', { status: 'FAILED' }) })])
  expect(screen.getByText(/gick inte att läsa/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Visa större/ })).toBeNull()
  expect(await within(await choosePhoto()).findByRole('alert')).toBeTruthy()
})

test('a caption that is too long is not sent', async () => {
  const { user } = await open([linn])
  const dialog = await choosePhoto()
  fireEvent.change(await within(dialog).findByLabelText('Text'), { target: { value: 'x'.repeat(1_001) } })
  expect(within(dialog).getByText('Högst 1 000 tecken.')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Lägg upp' }))
  expect(screen.getByRole('dialog', { name: 'Lägg upp foto' })).toBe(dialog)
  expect(uploads).toEqual([])
})

test('returning from a profile restores the feed at its scroll position, and refreshes it', async () => {
  const requests = serveFeed([linn, jakob, ownEntry])
  serveNewEntryCount(0)
  const { user } = renderInApp(
    <Routes>
      <Route path="/movie" element={<MoviePage />} />
      <Route path="/profile" element={<p>En profil</p>} />
    </Routes>,
    '/movie',
  )
  await waitFor(() => expect(listIds()).toHaveLength(3))
  const getScroller = () => document.querySelector<HTMLElement>('[data-scroller]')!
  getScroller().scrollTop = 640
  await user.click(getCard('Jakob-83').getByRole('link', { name: 'Jakob-83' }))
  expect(screen.getByText('En profil')).toBeTruthy()
  const refreshRequests = serveFeed([linn, ownEntry])
  await user.click(screen.getByRole('button', { name: 'step back' }))
  expect(getScroller().scrollTop).toBe(640)
  await waitFor(() => expect(listIds()).toEqual(['9', '7']))
  expect([requests.length, refreshRequests.map(({ path }) => path)]).toEqual([1, ['movie?before=10&limit=100']])
})

test('the feed is available in English', async () => {
  setLanguage('ENGLISH')
  serveFeed([linn])
  renderInApp(<MoviePage />, '/movie')
  expect(await screen.findByRole('button', { name: 'Like photo by Linn och Erik. 24 likes' })).toBeTruthy()
})
