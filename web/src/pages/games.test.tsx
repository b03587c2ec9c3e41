import 'fake-indexeddb/auto'
import { type Game, GameState, type Participant, TruthOrDareCard } from '@app/contract/games'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { EMPTY_GAME, removeParticipant } from '../games/game.ts'
import { cacheDeck, cacheGame, readCachedDeck, readCachedGame, removeCachedGame } from '../games/game-cache.ts'
import { loadDeck, useGames } from '../games/store.ts'
import { useDeckUpload } from '../games/uploads.ts'
import { stubUploads } from '../lib/http/fake-upload.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { GamesPage } from './GamesPage.tsx'

setUpFreshDevice()
beforeAll(() => import('../games/DeckUpload.tsx') as Promise<unknown> as Promise<void>, 60_000)

const DECK = 'games/truth-or-dare'
const STATE = `${DECK}/game-state`

const aCard = (id: number, changes: Partial<TruthOrDareCard> = {}): TruthOrDareCard => ({
  id: String(id),
  cardType: 'DARE',
  text: `{actor}, kort ${id}`,
  audiences: ['MIXED'],
  spiciness: 'GREEN',
  ...changes,
})
const twelveCards = Array.from({ length: 12 }, (_, n) => aCard(n + 1))

const aParticipant = (name: string, changes: Partial<Participant> = {}): Participant => ({
  id: name,
  name,
  sex: 'FEMALE',
  doWith: 'DO_WITH_BOTH',
  ...changes,
})
const aGame = (...participants: Participant[]): Game => ({ ...EMPTY_GAME, participants })

const serveDeck = (deck: TruthOrDareCard[]) => onGet(DECK, respondWith(z.array(TruthOrDareCard), deck))
const serveGame = (game: Game | null) => onGet(STATE, respondWith(GameState, { gameState: game }))

const open = (tab?: string) => renderInApp(<GamesPage />, tab ? `/games?tab=${tab}` : '/games')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

let saves: ReturnType<typeof onPost>
beforeEach(() => {
  startSession(mira)
  useDeckUpload.setState({ upload: { state: 'idle' } })
  serveDeck(twelveCards)
  serveGame(null)
  saves = onPost(STATE, respondEmpty)
})
afterEach(async () => {
  cleanup()
  await removeCachedGame(mira.userName)
})

describe('setting up', () => {
  const addButton = () => screen.queryByRole('button', { name: 'Lägg till' })
  const nameField = () => screen.getByLabelText('Namn')
  const typeName = (name: string) => fireEvent.change(nameField(), { target: { value: name } })

  test('adds a participant only once name and sex are chosen, paired with anyone at first', {
    tags: 'games.page-participants',
  }, async () => {
    open('setup')
    await screen.findByLabelText('Namn')
    expect(nameField()).toHaveProperty('maxLength', 30)
    expect(screen.queryByRole('radio', { name: 'Kvinna' })).toBeNull()
    typeName(' \u200b ')
    expect(addButton()).toBeNull()
    typeName(' Linn ')
    expect(addButton()).toBeNull()
    choose('Kvinna')
    press('Lägg till')
    expect(screen.getByText('Linn')).toBeTruthy()
    expect(addButton()).toBeNull()
    typeName('Kim')
    expect(addButton()).toBeNull()
    choose('Icke-binär')
    press('Lägg till')
    expect(screen.getByText('Icke-binär')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Vilka får vara partner till Kim?' }), {
      target: { value: 'DO_WITH_MALE' },
    })
    expect(useGames.getState().game.participants).toMatchObject([
      { name: 'Linn', sex: 'FEMALE', doWith: 'DO_WITH_BOTH' },
      { name: 'Kim', sex: 'NON_BINARY', doWith: 'DO_WITH_MALE' },
    ])
  })

  test('adds one name after the other by keyboard', async () => {
    const { user } = open()
    await user.click(await screen.findByLabelText('Namn'))
    await user.keyboard('Linn{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Kvinna' }))
    await user.keyboard(' {Enter}Erik{Enter}')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(useGames.getState().game.participants).toMatchObject([
      { name: 'Linn', sex: 'FEMALE' },
      { name: 'Erik', sex: 'MALE' },
    ])
    expect(document.activeElement).toBe(nameField())
    expect(screen.getByText('Erik är med.')).toBeTruthy()
  })

  test('offers no field for an eleventh participant', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => aParticipant(`Nr ${n}`))
    serveGame(aGame(...ten))
    open()
    expect(await screen.findByText('Nu är alla tio platser tagna.')).toBeTruthy()
    expect(screen.queryByLabelText('Namn')).toBeNull()
    press('Ta bort Nr 3')
    expect(nameField()).toBeTruthy()
  })

  test('withdraws a drawn card whose pair no longer fits', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Mira')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: 'Mira' },
    })
    open('setup')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Vilka får vara partner till Mira?' }), {
      target: { value: 'DO_WITH_FEMALE' },
    })
    expect(useGames.getState().game.drawn).not.toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'Vilka får vara partner till Linn?' }), {
      target: { value: 'DO_WITH_MALE' },
    })
    expect(useGames.getState().game.drawn).toBeNull()
  })

  test('keeps the keyboard focus in the list when a participant is removed', async () => {
    serveGame(aGame(aParticipant('Linn'), aParticipant('Erik'), aParticipant('Mira')))
    open('setup')
    await screen.findByText('Linn')
    const focusedLabel = () => document.activeElement?.getAttribute('aria-label')
    press('Ta bort Erik')
    expect(focusedLabel()).toBe('Ta bort Mira')
    press('Ta bort Mira')
    expect(focusedLabel()).toBe('Ta bort Linn')
    press('Ta bort Linn')
    expect(document.activeElement).toBe(screen.getByLabelText('Namn'))
  })

  test('can undo a removal', async () => {
    const game = {
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    }
    serveGame(game)
    open('setup')
    await screen.findByText('Linn')
    press('Ta bort Linn')
    expect(screen.queryByText('Linn')).toBeNull()
    expect(useGames.getState().game.drawn).toBeNull()
    press('Ångra')
    expect(useGames.getState().game).toEqual(game)
  })

  test('sets the ratio from 0 to 1 in hundredths, starting in the middle', { tags: 'games.page-ratio' }, async () => {
    open('setup')
    const slider = await screen.findByRole('slider', { name: 'Fördelning' })
    expect(slider).toMatchObject({ min: '0', max: '1', step: '0.01', value: '0.5' })
    expect(screen.getByText('Lika mycket av varje')).toBeTruthy()
    expect(slider.getAttribute('aria-valuetext')).toBe('Lika mycket av varje')
    fireEvent.change(slider, { target: { value: '0.07' } })
    expect(screen.getByText('7 % sanning')).toBeTruthy()
    expect(useGames.getState().game.settings.truthDareRatio).toBe(0.07)
  })

  test('sets spiciness and audience', { tags: 'games.page-spiciness-and-audience' }, async () => {
    open('setup')
    fireEvent.click(await screen.findByRole('radio', { name: 'Röd' }))
    choose('Bara män')
    expect(useGames.getState().game.settings).toMatchObject({ spiciness: 'RED', audience: 'MALEAUDIENCE' })
  })
})

describe('the start', () => {
  test('shows the deck face down, and turns the first card over once two are playing', async () => {
    serveGame(aGame(aParticipant('Linn')))
    const { user } = open()
    expect(await screen.findByText('12 kort')).toBeTruthy()
    await screen.findByText('Linn')
    expect(screen.queryByRole('tab')).toBeNull()
    press('Vänd första kortet')
    expect(screen.getByText('Lägg till minst två för att börja.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Namn'))
    await user.keyboard('Erik{Enter}{ArrowDown}{Enter}')
    choose('Extrem')
    press('Vänd första kortet')
    expect(screen.getByRole('tab', { name: 'Spela', selected: true })).toBeTruthy()
    expect(screen.getAllByText(/^Kort \d+ av \d+$/)[0]?.textContent).toBe('Kort 1 av 12')
    expect(document.activeElement?.textContent).toBe('Din tur, Linn')
    expect(useGames.getState().game).toMatchObject({ settings: { spiciness: 'EXTREME' }, used: [expect.any(String)] })
  })

  test('continues a running game with the card that was drawn', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Fortsätt spelet' }))
    expect(screen.getByText(/kort 1$/)).toBeTruthy()
    expect(useGames.getState().game.used).toEqual(['1'])
  })

  test('links to the rules and to the cards, and back', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: 'Se korten' }))
    expect(await screen.findByText('12 kort i kortleken')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'step back' }))
    await user.click(await screen.findByRole('link', { name: 'Så spelar man' }))
    expect(screen.getByRole('tab', { name: 'Så spelar man', selected: true })).toBeTruthy()
  })

  test('offers to load the deck again after a failure', async () => {
    onGet(DECK, () => HttpResponse.error())
    open()
    await screen.findByText('Korten kunde inte läsas in.')
    serveDeck(twelveCards)
    press('Försök igen')
    expect(await screen.findByText('12 kort')).toBeTruthy()
  })
})

describe('playing', () => {
  const turnText = () => screen.getByText(/^Din tur, /).textContent
  // The previous card slides off and comes after the current one in the document.
  const cardCountText = () => screen.getAllByText(/^Kort \d+ av \d+$/)[0]?.textContent

  test('shows one card after the other and passes the turn', { tags: 'games.page-cards' }, async () => {
    serveGame(aGame(aParticipant('Linn'), aParticipant('Erik'), aParticipant('Mira')))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Linn', 'Kort 1 av 12'])
    press('Nästa kort')
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Erik', 'Kort 2 av 12'])
    press('Hoppa över')
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Erik', 'Kort 3 av 12'])
    press('Nästa kort')
    press('Nästa kort')
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Linn', 'Kort 5 av 12'])
    expect(new Set(useGames.getState().game.used).size).toBe(5)
  })

  test('shows a message without participants', { tags: 'games.page-no-participants' }, async () => {
    open('play')
    expect(await screen.findByText('Lägg till några deltagare.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /kort/ })).toBeNull()
    press('Förbered spelet')
    expect(screen.getByRole('tab', { name: 'Förbered', selected: true })).toBeTruthy()
  })

  test('shows which participant has no partner, and the game continues', {
    tags: 'games.page-no-partner',
  }, async () => {
    serveDeck([aCard(1, { text: '{actor}, krama {partner}' }), aCard(2, { text: '{actor}, krama {partner} igen' })])
    serveGame(
      aGame(aParticipant('Åsa {actor}', { doWith: 'DO_WITH_MALE' }), aParticipant('Linn'), aParticipant('Mira')),
    )
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getByText('Hittar ingen partner till Åsa {actor}')).toBeTruthy()
    press('Nästa kort')
    expect(turnText()).toBe('Din tur, Linn')
    expect(screen.getAllByText('Mira').length).toBeGreaterThan(0)
  })

  test('shows names as written', async () => {
    const name = '<b>{partner}</b>'
    serveGame(aGame(aParticipant(name)))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getAllByText(name)[0]?.tagName).toBe('EM')
  })

  test('shows a message when the settings allow no cards', async () => {
    serveGame(withRatio(aGame(aParticipant('Linn')), 1))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getByText('Inga kort passar.')).toBeTruthy()
  })

  test('removes a card as soon as the settings exclude it, and the same participant draws another', async () => {
    serveDeck([aCard(1, { spiciness: 'RED' }), aCard(2)])
    const game = {
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    }
    serveGame({ ...game, settings: { ...game.settings, spiciness: 'RED' } })
    open('play')
    await screen.findByText(/kort 1$/)
    choose('Grön')
    expect(screen.queryByRole('button', { name: 'Hoppa över' })).toBeNull()
    press('Nästa kort')
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Linn', 'Kort 1 av 1'])
  })

  test('continues the game when the participant whose turn it is leaves', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    })
    open('play')
    await screen.findByText(/kort 1$/)
    act(() => useGames.setState(({ game }) => ({ game: removeParticipant(game, 'Linn') })))
    expect(turnText()).toBe('Din tur, Erik')
    expect(screen.queryByText(/börjar/)).toBeNull()
    press('Nästa kort')
    expect([turnText(), cardCountText()]).toEqual(['Din tur, Erik', 'Kort 2 av 12'])
  })

  test('does not show a card that is no longer in the deck', async () => {
    serveGame({ ...aGame(aParticipant('Linn')), used: ['77'], drawn: { cardId: '77', partnerId: null } })
    open('play')
    expect(await screen.findByText('Din tur, Linn')).toBeTruthy()
    expect(screen.queryByText(/^Kort \d/)).toBeNull()
  })

  test('ignores a saved game in an unknown format', async () => {
    onGet(STATE, respondWith(GameState, { gameState: { participants: 'x' } }))
    open('play')
    expect(await screen.findByText('Lägg till några deltagare.')).toBeTruthy()
  })
})

const withRatio = (game: Game, truthDareRatio: number): Game => ({
  ...game,
  settings: { ...game.settings, truthDareRatio },
})

describe('saving', () => {
  test('sends rapid changes to the server in one request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('setup')
      await act(() => vi.advanceTimersByTimeAsync(100))
      for (const spiciness of ['Gul', 'Röd', 'Extrem']) choose(spiciness)
      expect(saves).toEqual([])
      await act(() => vi.advanceTimersByTimeAsync(1_500))
      await waitFor(() => expect(useGames.getState().unsent).toBe(false))
      expect(saves).toMatchObject([{ body: { gameState: { settings: { spiciness: 'EXTREME' } } } }])
    } finally {
      vi.useRealTimers()
    }
  })

  const failRequests = () => {
    const networkError = () => HttpResponse.error()
    onGet(DECK, networkError)
    onGet(STATE, networkError)
    return onPost(STATE, networkError)
  }

  test('caches deck and game on the device for offline use', async () => {
    serveGame(aGame(aParticipant('Linn')))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    const { drawn } = useGames.getState().game
    await waitFor(async () => expect((await readCachedGame(mira.userName))?.game.drawn).toEqual(drawn))
    cleanup()
    act(() => endSession('endedElsewhere'))
    startSession(mira)
    failRequests()
    open('play')
    expect(await screen.findByText('Kort 1 av 12')).toBeTruthy()
    press('Nästa kort')
    expect(screen.getByText('Kort 2 av 12')).toBeTruthy()
  })

  test('prefers an unsent offline game to the state saved by another device, and sends it', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Härifrån')), unsent: true })
    serveGame(aGame(aParticipant('Därifrån')))
    open('setup')
    expect(await screen.findByText('Härifrån')).toBeTruthy()
    await waitFor(() => expect(saves).toMatchObject([{ body: { gameState: { participants: [{ id: 'Härifrån' }] } } }]))
    await waitFor(async () => expect((await readCachedGame(mira.userName))?.unsent).toBe(false))
  })

  test('replaces a fully sent game with the state of another device', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Härifrån')), unsent: false })
    serveGame(aGame(aParticipant('Därifrån')))
    open('setup')
    expect(await screen.findByText('Därifrån')).toBeTruthy()
  })

  test('offers the setup only after the game on the device is restored, which would overwrite earlier changes', async () => {
    const game = aGame(aParticipant('Linn'))
    await cacheGame(mira.userName, { game, unsent: false })
    serveGame(game)
    open('setup')
    expect(screen.queryByRole('radio', { name: 'Extrem' })).toBeNull()
    fireEvent.click(await screen.findByRole('radio', { name: 'Extrem' }))
    await waitFor(() =>
      expect(saves).toMatchObject([
        { body: { gameState: { participants: [{ id: 'Linn' }], settings: { spiciness: 'EXTREME' } } } },
      ]),
    )
  })

  test('does not overwrite later changes with a slow response', async () => {
    let respond = () => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const staleGame = respondWith(GameState, { gameState: aGame(aParticipant('Därifrån')) })
    onGet(STATE, () => responded.then(staleGame))
    open('setup')
    await waitFor(() => expect(useGames.getState().restored).toBe(true))
    choose('Extrem')
    await waitFor(() => expect(useGames.getState().unsent).toBe(false))
    respond()
    await act(() => loadDeck())
    expect(useGames.getState().game.settings.spiciness).toBe('EXTREME')
    expect(screen.queryByText('Därifrån')).toBeNull()
  })

  test('removes the cached game and deck from the device', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Linn')), unsent: false })
    await cacheDeck(mira.userName, twelveCards)
    await removeCachedGame(mira.userName)
    expect([await readCachedGame(mira.userName), await readCachedDeck(mira.userName)]).toEqual([undefined, undefined])
  })

  test('starts with an empty game when another member logs in', async () => {
    serveGame(aGame(aParticipant('Linn')))
    open('setup')
    await screen.findByText('Linn')
    act(() => startSession({ ...mira, sessionId: 'another.session.token', userName: 'Bo' }))
    expect(useGames.getState().game).toEqual(EMPTY_GAME)
  })

  test('shows no failure of a deck that was requested before another member logged in', async () => {
    let respond = () => {}
    const requested = new Promise<void>((resolve) => {
      respond = resolve
    })
    const requests = onGet(DECK, () => requested.then(respondWithError(404, 'NOT_FOUND', 'Borta')))
    const load = loadDeck()
    await expect.poll(() => requests.length).toBe(1)
    startSession({ ...mira, sessionId: 'another.session.token', userName: 'Bo' })
    respond()
    await load
    expect(useGames.getState().deck).toEqual({ state: 'notStarted' })
  })
})

describe('the deck', () => {
  test('shows its size, and the cards of the chosen type', async () => {
    serveDeck([...twelveCards, aCard(13, { cardType: 'TRUTH', spiciness: null, text: '{actor} och {partner}' })])
    open('cards')
    expect(await screen.findByText('13 kort i kortleken')).toBeTruthy()
    choose('Sanning')
    const list = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
    expect(list.map(({ textContent }) => textContent)).toEqual(['SanningBlandatSpelaren och Partnern'])
  })

  test('is shown a page at a time, with the focus on the first new card', async () => {
    serveDeck(Array.from({ length: 35 }, (_, n) => aCard(n + 1)))
    open('cards')
    fireEvent.click(await screen.findByRole('button', { name: 'Visa fler kort' }))
    expect(within(screen.getByRole('tabpanel')).getAllByRole('listitem')).toHaveLength(35)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Spelaren, kort 31'))
  })

  test.each([
    ['a member', mira],
    ['an admin without the duty', { ...mira, memberLevel: 'ADMIN' as const, duties: ['LEAD' as const] }],
  ])('cannot be replaced by %s', { tags: 'games.page-deck-team-only' }, async (_, session) => {
    startSession(session)
    open('cards')
    await screen.findByText('12 kort i kortleken')
    expect(screen.queryByText('Byt kortlek')).toBeNull()
  })

  const file = new File(['type,text'], 'kort.xlsx')
  const openAsTeam = async () => {
    startSession({ ...mira, memberLevel: 'ADMIN' })
    open('cards')
    await screen.findByRole('heading', { name: 'Byt kortlek' })
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const pick = (chosen: File) => fireEvent.change(input, { target: { files: [chosen] } })
    return { pick }
  }

  test('is chosen, discarded, chosen again and uploaded with its progress', { tags: 'games.page-deck' }, async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Avbryt')
    expect(screen.queryByText('kort.xlsx')).toBeNull()
    expect(uploads).toHaveLength(0)
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]?.parts.get('file')).toMatchObject({ name: 'kort.xlsx' })
    act(() => uploads[0]?.reportProgress(30, 100))
    expect(screen.getByText('30 %')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Laddar upp kort.xlsx' })).toBeTruthy()
    act(() => uploads[0]?.reportProgress(100, 100))
    expect(screen.getByText('Läser korten…')).toBeTruthy()
    serveDeck([aCard(99)])
    await act(async () => uploads[0]?.respond(200, { cards: 1 }))
    expect(await screen.findByText('1 kort i kortleken')).toBeTruthy()
    expect(screen.getByText('Kortleken har nu ett kort.')).toBeTruthy()
  })

  test('keeps the focus on a remaining button when the pressed one is removed', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    const pressAndGetFocus = (name: string) => {
      screen.getByRole('button', { name }).focus()
      press(name)
      return document.activeElement?.textContent
    }
    expect(pressAndGetFocus('Avbryt')).toBe('Välj fil')
    pick(file)
    expect(pressAndGetFocus('Spara kortleken')).toBe('Avbryt')
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.respond(200, { cards: 12 }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Välj fil'))
  })

  test('is no longer chosen once another session has started', async () => {
    const { pick } = await openAsTeam()
    pick(file)
    expect(screen.getByText('kort.xlsx')).toBeTruthy()
    act(() => startSession({ ...mira, memberLevel: 'ADMIN', sessionId: 'another.session.token', userName: 'Bo' }))
    expect(screen.queryByText('kort.xlsx')).toBeNull()
  })

  test('can be canceled while it is uploaded', { tags: 'games.page-cancel-deck' }, async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    press('Avbryt')
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('kort.xlsx')).toBeNull()
  })

  test('lists every invalid row when rejected', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    const fields = [
      { path: 'rows.12.audience', message: 'Kolumnen audience ska vara MIXED.' },
      { path: 'rows.14.text', message: 'Texten saknas.' },
    ]
    await act(async () => uploads[0]?.respond(400, { code: 'VALIDATION', message: 'Nej', fields }))
    const alert = await screen.findByRole('alert')
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Rad 12: Kolumnen audience ska vara MIXED.', 'Rad 14: Texten saknas.'])
    expect(screen.getByRole('button', { name: 'Spara kortleken' })).toBeTruthy()
  })

  test('is rejected before the upload if it is too large', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'stor.csv'))
    expect(within(screen.getByRole('alert')).getByText(/större än 2 MB/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Spara kortleken' })).toBeNull()
    expect(uploads).toHaveLength(0)
  })
})

test('the page is available in English', { tags: 'games.page-english' }, async () => {
  act(() => setLanguage('ENGLISH'))
  open()
  expect(await screen.findByRole('heading', { name: 'Who is playing?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'See the cards' }))
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Cards',
    'How to play',
    'Set up',
    'Play',
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'How to play' }))
  expect(screen.getByText(/No always means no/)).toBeTruthy()
})
