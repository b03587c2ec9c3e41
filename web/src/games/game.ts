import type { Game, GameSettings, Participant } from '@app/contract/games'

export const EMPTY_GAME: Game = {
  participants: [],
  settings: { spiciness: 'GREEN', audience: 'MIXEDAUDIENCE', truthDareRatio: 0.5 },
  turn: 0,
  used: [],
  drawn: null,
}

/** The minimum and maximum number of participants in a new game. Saved games with other numbers stay playable. */
export const PARTICIPANTS_MIN = 2
export const PARTICIPANTS_MAX = 10

/** Returns the participant whose turn it is. */
export const actorIn = ({ participants, turn }: Game): Participant | undefined =>
  participants[turn % Math.max(participants.length, 1)]

export const addParticipant = (game: Game, participant: Participant): Game => ({
  ...game,
  participants: [...game.participants, participant],
})

/** Restores a participant at the original position; the turn stays with the same participant. */
export const restoreParticipant = (game: Game, participant: Participant, index: number): Game => ({
  ...game,
  participants: game.participants.toSpliced(index, 0, participant),
  turn: index <= game.turn && game.participants.length > 0 ? game.turn + 1 : game.turn,
})

const involves = (game: Game, id: string): boolean => actorIn(game)?.id === id || game.drawn?.partnerId === id

/** Removes a participant; their turn passes to the next one. A drawn card that involves them is withdrawn. */
export function removeParticipant(game: Game, id: string): Game {
  const index = game.participants.findIndex((participant) => participant.id === id)
  if (index === -1) return game
  const participants = game.participants.toSpliced(index, 1)
  const turn = index < game.turn ? game.turn - 1 : game.turn
  return {
    ...game,
    participants,
    turn: turn % Math.max(participants.length, 1),
    drawn: involves(game, id) ? null : game.drawn,
  }
}

export const withSettings = (game: Game, settings: Partial<GameSettings>): Game => ({
  ...game,
  settings: { ...game.settings, ...settings },
})

/** Passes the turn to the next participant. */
export const passTurn = (game: Game): Game => ({
  ...game,
  turn: (game.turn + 1) % Math.max(game.participants.length, 1),
  drawn: null,
})
