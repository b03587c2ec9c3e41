import type { Game, GameSettings, Participant } from '@app/contract/games'

export const EMPTY_GAME: Game = {
  participants: [],
  settings: { spiciness: 'GREEN', audience: 'MIXEDAUDIENCE', truthDareRatio: 0.5 },
  turn: 0,
  used: [],
  drawn: null,
}

/** Whose turn it is. */
export const actorIn = ({ participants, turn }: Game): Participant | undefined =>
  participants[turn % Math.max(participants.length, 1)]

export const addParticipant = (game: Game, participant: Participant): Game => ({
  ...game,
  participants: [...game.participants, participant],
})

/** Who comes back comes to the old place, and takes the turn from nobody. */
export const restoreParticipant = (game: Game, participant: Participant, index: number): Game => ({
  ...game,
  participants: game.participants.toSpliced(index, 0, participant),
  turn: index <= game.turn && game.participants.length > 0 ? game.turn + 1 : game.turn,
})

const concerns = (game: Game, id: string): boolean => actorIn(game)?.id === id || game.drawn?.partnerId === id

/** The turn of who leaves goes to the next one. A card that needs them is taken back. */
export function removeParticipant(game: Game, id: string): Game {
  const index = game.participants.findIndex((participant) => participant.id === id)
  if (index === -1) return game
  const participants = game.participants.toSpliced(index, 1)
  const turn = index < game.turn ? game.turn - 1 : game.turn
  return {
    ...game,
    participants,
    turn: turn % Math.max(participants.length, 1),
    drawn: concerns(game, id) ? null : game.drawn,
  }
}

export const withSettings = (game: Game, settings: Partial<GameSettings>): Game => ({
  ...game,
  settings: { ...game.settings, ...settings },
})

/** The ball goes to the next name. */
export const passTurn = (game: Game): Game => ({
  ...game,
  turn: (game.turn + 1) % Math.max(game.participants.length, 1),
  drawn: null,
})
