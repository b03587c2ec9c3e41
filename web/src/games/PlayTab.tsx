import type { Game, TruthOrDareCard } from '@app/contract/games'
import { useEffect, useRef } from 'react'
import { focusIfLost } from '../lib/navigation/focus-if-lost.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Ball } from '../ui/marks/Ball.tsx'
import { allowedCards, deckProgress } from './draw.ts'
import { actorIn } from './game.ts'
import { Pile } from './Pile.tsx'
import type { ShownCard } from './PlayCard.tsx'
import styles from './play.module.css'
import { SidePanel } from './SidePanel.tsx'
import { useGames } from './store.ts'
import { gamesTexts } from './texts.ts'
import { drawNextCard, findCurrentProblem, skipCard, useDrawProblem } from './turns.ts'

/**
 * Returns the drawn card; null if none is drawn, a participant has left, or the deck or the settings no longer include
 * it.
 */
function findShownCard(game: Game, deck: TruthOrDareCard[]): ShownCard | null {
  const card = allowedCards(deck, game.settings).find(({ id }) => id === game.drawn?.cardId)
  const actor = actorIn(game)
  const partner = game.participants.find(({ id }) => id === game.drawn?.partnerId)
  if (!card || !actor || (game.drawn?.partnerId && !partner)) return null
  return { card, actor, partner, progress: deckProgress(game, deck) }
}

/** Explains why no card can be drawn. */
function PlayProblem({
  problem,
  name,
  onSetup,
}: {
  problem: 'noParticipants' | 'noPartner' | 'noCards'
  name: string
  onSetup: () => void
}) {
  const t = useTexts(gamesTexts)
  return (
    <EmptyState
      title={t(problem, { name })}
      action={
        problem !== 'noPartner' && (
          <Button variant="outlined" onClick={onSetup}>
            {t('toSetup')}
          </Button>
        )
      }
    >
      {t(`${problem}Text`)}
    </EmptyState>
  )
}

/** The way in which the start view opened the game: by turning the first card, or by resuming it; null if it did not. */
export type Entry = 'turned' | 'resumed' | null

type Props = {
  deck: TruthOrDareCard[]
  onSetup: () => void
  entry: Entry
}

/** Shows whose turn it is, the card, and the buttons to draw the next one. */
function PlayArea({ deck, onSetup, entry }: Props) {
  const t = useTexts(gamesTexts)
  const game = useGames((state) => state.game)
  const lastProblem = useDrawProblem((state) => state.problem)
  const actor = actorIn(game)
  const problem = actor ? findCurrentProblem(lastProblem, game)?.problem : 'noParticipants'
  const shownCard = findShownCard(game, deck)
  const isNewGame = game.used.length === 0
  const turn = useRef<HTMLParagraphElement>(null)
  // Moves the focus from the button of the start view, which has been removed.
  useEffect(() => {
    if (entry) turn.current?.focus({ preventScroll: true })
  }, [entry])
  // The pressed button is removed if no card fits.
  useEffect(() => {
    if (problem === 'noCards') focusIfLost(turn.current)
  }, [problem])
  return (
    <div className={styles.playArea}>
      <div className={styles.live} aria-live="polite">
        {actor && (
          <p key={actor.id} ref={turn} tabIndex={-1} className={styles.turn}>
            <Ball size={18} labeled={false} />
            {t('hasTurn', { name: actor.name })}
          </p>
        )}
        {problem ? (
          <PlayProblem problem={problem} name={actor?.name ?? ''} onSetup={onSetup} />
        ) : (
          <>
            <Pile shownCard={shownCard} cards={deck.length} startsFaceDown={entry === 'turned'} />
            {!shownCard && actor && isNewGame && <p className={styles.ready}>{t('readyText', { name: actor.name })}</p>}
          </>
        )}
      </div>
      {problem !== 'noParticipants' && problem !== 'noCards' && (
        <div className={styles.buttons}>
          {(shownCard || problem) && (
            <Button variant="quiet" onClick={() => skipCard(deck, problem === 'noPartner')}>
              {t('skip')}
            </Button>
          )}
          <Button onClick={() => drawNextCard(deck, shownCard !== null || problem === 'noPartner')}>
            {t(isNewGame && !problem ? 'first' : 'next')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shows the game: the card, and beside it the participants and settings. */
export const PlayTab = (props: Props) => (
  <div className={styles.play}>
    <PlayArea {...props} />
    <SidePanel />
  </div>
)
