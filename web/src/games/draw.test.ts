import { DoWith, type Game, GameAudience, type Participant, Spiciness, type TruthOrDareCard } from '@app/contract/games'
import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../testing-random.ts'
import { splitCardText } from './card-text.ts'
import { allowedCards, deckProgress, drawCard, needsPartner, partnersOf, playableCards, type Random } from './draw.ts'
import {
  actorIn,
  addParticipant,
  EMPTY_GAME,
  passTurn,
  removeParticipant,
  restoreParticipant,
  withSettings,
} from './game.ts'

const pickFrom = <Value>(values: readonly Value[], random: Random): Value =>
  values[Math.floor(random() * values.length)] as Value

const aParticipant = (id: number, random: Random): Participant => ({
  id: `p${id}`,
  name: `Namn ${id}`,
  sex: pickFrom(['MALE', 'FEMALE', 'NON_BINARY'], random),
  doWith: pickFrom(DoWith.options, random),
})

const aDeck = (random: Random): TruthOrDareCard[] =>
  Array.from({ length: Math.floor(random() * 30) }, (_, n) => ({
    id: String(n + 1),
    cardType: pickFrom(['TRUTH', 'DARE'], random),
    text: random() < 0.5 ? '{actor}, säg något' : '{actor}, säg något till {partner}',
    audiences: pickFrom([['MIXED'], ['MALE'], ['FEMALE'], ['MIXED', 'MALE', 'FEMALE']], random),
    spiciness: pickFrom([...Spiciness.options, null], random),
  }))

function aGame(random: Random): Game {
  const participants = Array.from({ length: Math.floor(random() * 7) }, (_, n) => aParticipant(n, random))
  const settings = {
    spiciness: pickFrom(Spiciness.options, random),
    audience: pickFrom(GameAudience.options, random),
    truthDareRatio: pickFrom([0, 1, 0.5, Math.round(random() * 100) / 100], random),
  }
  return { ...EMPTY_GAME, participants, settings }
}

/**
 * Throws unless a condition on a draw holds. An `expect` for each of a million draws would take longer than the draws.
 */
function verify(isTrue: unknown, property: string, seed: number): void {
  if (!isTrue) expect.fail(`${property}: not in game ${seed}`)
}

const accepts = ({ doWith }: Participant, other: Participant | undefined): boolean =>
  other !== undefined && (doWith === 'DO_WITH_BOTH' || doWith === `DO_WITH_${other.sex}`)

const GAME_COUNT = 3_000
const seeds = Array.from({ length: GAME_COUNT }, (_, seed) => seed)

/** Draws this many times in a random game, and passes each draw to the callback. */
function play(
  seed: number,
  drawCount: number,
  inspect: (before: Game, drawn: ReturnType<typeof drawCard>, deck: TruthOrDareCard[]) => void,
  mutate: (game: Game, random: Random) => Game = (game) => game,
) {
  const random = createSeededRandom(seed).next
  const deck = aDeck(random)
  let game = aGame(random)
  for (let turn = 0; turn < drawCount; turn += 1) {
    const drawn = drawCard(game, deck, random)
    inspect(game, drawn, deck)
    game = mutate(random() < 0.2 ? drawn.game : passTurn(drawn.game), random)
  }
}

const cardOf = (deck: TruthOrDareCard[], game: Game) => deck.find(({ id }) => id === game.drawn?.cardId)

describe(`each of ${GAME_COUNT} random games`, () => {
  test('draws only cards that the settings allow', () => {
    for (const seed of seeds)
      play(seed, 10, (_, { game, problem }, deck) => {
        if (problem) return
        const card = cardOf(deck, game)
        const { truthDareRatio } = game.settings
        verify(card && allowedCards(deck, game.settings).includes(card), 'draws an allowed card', seed)
        if (truthDareRatio === 0) verify(card?.cardType === 'DARE', 'draws a dare', seed)
        if (truthDareRatio === 1) verify(card?.cardType === 'TRUTH', 'draws a truth', seed)
      })
  })

  test('draws a compatible partner other than the actor, and none for cards that need none', () => {
    for (const seed of seeds)
      play(seed, 10, (_, { game, problem }, deck) => {
        const [actor, card] = [actorIn(game), cardOf(deck, game)]
        const partner = game.participants.find(({ id }) => id === game.drawn?.partnerId)
        if (problem || !actor || !card) return
        if (!needsPartner(card)) return verify(game.drawn?.partnerId === null, 'draws no partner', seed)
        verify(partner && partner.id !== actor.id, 'draws another partner', seed)
        if (!partner) return
        verify(accepts(actor, partner), 'draws a partner whom the actor accepts', seed)
        verify(accepts(partner, actor), 'draws a partner who accepts the actor', seed)
      })
  })

  test('repeats a card only when every playable card has been drawn', () => {
    for (const seed of seeds)
      play(seed, 60, (previous, { game, problem }, deck) => {
        if (problem || !game.drawn || !previous.used.includes(game.drawn.cardId)) return
        const isFinished = playableCards(deck, game).every(({ id }) => previous.used.includes(id))
        verify(isFinished, 'repeats only finished decks', seed)
      })
  })

  test('draws the same card twice in a row only if no other is playable', () => {
    for (const seed of seeds)
      play(seed, 40, (previous, { game, problem }, deck) => {
        if (problem || previous.used.at(-1) !== game.drawn?.cardId) return
        const hasPartner = partnersOf(actorIn(game) as Participant, game.participants).length > 0
        const playable = playableCards(deck, game).filter((card) => hasPartner || !needsPartner(card))
        verify(playable.length === 1, 'repeats only a single card', seed)
      })
  })

  test('reports why no card can be drawn', () => {
    const problems = new Set<string>()
    for (const seed of seeds)
      play(seed, 30, (previous, draw, deck) => {
        const actor = actorIn(previous)
        const allowed = allowedCards(deck, previous.settings)
        if (draw.problem) problems.add(draw.problem)
        if (draw.problem === 'noParticipants') verify(previous.participants.length === 0, 'lacks participants', seed)
        if (draw.problem === 'noCards') verify(allowed.length === 0, 'lacks cards', seed)
        if (draw.problem !== 'noPartner') return
        verify(draw.name === actor?.name, 'names the actor', seed)
        verify(partnersOf(actor as Participant, previous.participants).length === 0, 'lacks partners', seed)
        verify(allowed.some(needsPartner), 'has a card that needs a partner', seed)
      })
    expect(problems).toEqual(new Set(['noParticipants', 'noCards', 'noPartner']))
  })

  test('never gets stuck as long as some participant can play a card, even when participants join and leave', () => {
    const mutate = (game: Game, random: Random): Game => {
      const chance = random()
      const { participants } = game
      if (chance < 0.15 && participants.length > 0) return removeParticipant(game, pickFrom(participants, random).id)
      if (chance < 0.25) return addParticipant(game, aParticipant(100 + Math.floor(random() * 1e9), random))
      if (chance < 0.3) return withSettings(game, aGame(random).settings)
      return game
    }
    for (const seed of seeds) {
      const random = createSeededRandom(seed + GAME_COUNT).next
      const deck = aDeck(random)
      let game = aGame(random)
      for (let turn = 0; turn < 40; turn += 1) {
        let round = game
        let cards = 0
        for (const _ of game.participants) {
          const drawn = drawCard(round, deck, random)
          cards += drawn.problem === null ? 1 : 0
          round = passTurn(drawn.game)
        }
        if (cards === 0 && game.participants.length > 0)
          verify(playableCards(deck, game).length === 0, 'draws a playable card', seed)
        game = mutate(round, random)
      }
    }
  })

  test('gives each participant a turn before any has a second one', () => {
    for (const seed of seeds) {
      const random = createSeededRandom(seed).next
      let game = aGame(random)
      const names: (string | undefined)[] = []
      for (const _ of [...game.participants, ...game.participants]) {
        names.push(actorIn(game)?.name)
        game = passTurn(game)
      }
      expect(names).toEqual([...game.participants, ...game.participants].map(({ name }) => name))
    }
  })

  test('counts at least one drawn card, and at most all playable ones', () => {
    for (const seed of seeds)
      play(seed, 20, (_, { game, problem }, deck) => {
        if (problem) return
        const { drawnCount, total } = deckProgress(game, deck)
        verify(drawnCount >= 1 && drawnCount <= total, `counts card ${drawnCount} of ${total}`, seed)
      })
  })
})

const card = (id: string, cardType: 'TRUTH' | 'DARE', text = '{actor}'): TruthOrDareCard => ({
  id,
  cardType,
  text,
  audiences: ['MIXED'],
  spiciness: 'GREEN',
})
const person = (id: string, sex: Participant['sex'], doWith: DoWith): Participant => ({ id, name: id, sex, doWith })

test('the other type is drawn once one type is used up, until the deck is finished', () => {
  const deck = [card('1', 'TRUTH'), card('2', 'DARE'), card('3', 'DARE'), card('4', 'DARE')]
  const settings = { ...EMPTY_GAME.settings, truthDareRatio: 0.99 }
  let game: Game = { ...EMPTY_GAME, settings, participants: [person('Åsa', 'FEMALE', 'DO_WITH_BOTH')] }
  for (const _ of deck) game = drawCard(game, deck, () => 0).game
  expect(game.used.toSorted()).toEqual(['1', '2', '3', '4'])
})

test('ids of cards of earlier decks are dropped, so that a saved game stays small', () => {
  const earlierIds = Array.from({ length: 20_000 }, (_, n) => String(n + 1))
  const deck = [card('30001', 'DARE'), card('30002', 'DARE'), card('30003', 'DARE')]
  const participants = [person('Åsa', 'FEMALE', 'DO_WITH_BOTH')]
  const { game } = drawCard({ ...EMPTY_GAME, participants, used: [...earlierIds, '30001'] }, deck, () => 0)
  expect(game.used).toEqual(['30001', '30002'])
})

test('a non-binary participant is paired only with participants who accept every sex', () => {
  const kim = person('Kim', 'NON_BINARY', 'DO_WITH_BOTH')
  const asa = person('Åsa', 'FEMALE', 'DO_WITH_BOTH')
  const incompatible = [person('Bo', 'MALE', 'DO_WITH_MALE'), person('Eva', 'FEMALE', 'DO_WITH_FEMALE')]
  expect(partnersOf(kim, [kim, asa, ...incompatible])).toEqual([asa])
  expect(partnersOf(asa, [kim, asa])).toEqual([kim])
  for (const other of incompatible) expect(partnersOf(other, [kim, other])).toEqual([])
  expect(partnersOf({ ...kim, doWith: 'DO_WITH_MALE' }, [kim, asa])).toEqual([])
})

test('the ratio is the share of truths among the drawn cards', () => {
  const deck = Array.from({ length: 2_000 }, (_, n) => card(String(n + 1), n % 2 ? 'TRUTH' : 'DARE'))
  const random = createSeededRandom(7).next
  let game = withSettings(
    { ...EMPTY_GAME, participants: [person('Åsa', 'FEMALE', 'DO_WITH_BOTH')] },
    { truthDareRatio: 0.3 },
  )
  for (let n = 0; n < 1_000; n += 1) game = drawCard(game, deck, random).game
  const truths = game.used.filter((id) => Number(id) % 2 === 0).length
  expect(truths).toBeGreaterThan(250)
  expect(truths).toBeLessThan(350)
})

describe('removing a participant', () => {
  const people = ['a', 'b', 'c', 'd'].map((id) => person(id, 'FEMALE', 'DO_WITH_BOTH'))
  const gameAt = (turn: number, partnerId: string | null): Game => ({
    ...EMPTY_GAME,
    participants: people,
    turn,
    drawn: { cardId: '1', partnerId },
  })

  test.each([
    ['whose turn it is passes the turn to the next one and withdraws the card', gameAt(1, 'd'), 'b', 'c', false],
    ['who is last passes their turn to the first', gameAt(3, null), 'd', 'a', false],
    ['before the current one keeps the turn and the card', gameAt(2, 'd'), 'a', 'c', true],
    ['after the current one keeps the turn and the card', gameAt(1, 'c'), 'd', 'b', true],
    ['who is the drawn partner withdraws the card', gameAt(1, 'd'), 'd', 'b', false],
  ])('%s', (_, game, removedId, nextActorId, keepsCard) => {
    const gameAfter = removeParticipant(game, removedId)
    expect(actorIn(gameAfter)?.id).toBe(nextActorId)
    expect(gameAfter.drawn !== null).toBe(keepsCard)
  })

  test('and restoring them keeps their original position and the turn', () => {
    for (const turn of [0, 1, 2, 3])
      for (const [index, removed] of people.entries()) {
        const gameAfter = removeParticipant(gameAt(turn, null), removed.id)
        const restored = restoreParticipant(gameAfter, removed, index)
        expect(restored.participants).toEqual(people)
        expect(actorIn(restored)?.id).toBe(actorIn(gameAfter)?.id)
      }
  })
})

test('a name is never interpreted as a placeholder', () => {
  const parts = splitCardText('{actor}, kyss {partner}. {actor}!', { actor: '{partner}', partner: '$& <b>' })
  expect(parts.map(({ text, isName }) => (isName ? `[${text}]` : text)).join('')).toBe(
    '[{partner}], kyss [$& <b>]. [{partner}]!',
  )
})
