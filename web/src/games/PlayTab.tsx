import type { Game, TruthOrDareCard } from '@app/contract/games'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Ball } from '../ui/marks/Ball.tsx'
import { cardsFor, deckProgress } from './draw.ts'
import { actorIn } from './game.ts'
import { Pile } from './Pile.tsx'
import type { ShownCard } from './PlayCard.tsx'
import styles from './play.module.css'
import { SidePanel } from './SidePanel.tsx'
import { useGames } from './store.ts'
import { gamesTexts } from './texts.ts'
import { nextCard, problemOf, skipCard, useProblem } from './turns.ts'

/**
 * Returns the drawn card; null if the deck has changed, its participant has left, or the settings no longer allow it.
 */
function shownIn(game: Game, deck: TruthOrDareCard[]): ShownCard | null {
  const card = cardsFor(deck, game.settings).find(({ id }) => id === game.drawn?.cardId)
  const actor = actorIn(game)
  const partner = game.participants.find(({ id }) => id === game.drawn?.partnerId)
  if (!card || !actor || (game.drawn?.partnerId && !partner)) return null
  return { card, actor, partner, progress: deckProgress(game, deck) }
}

function Obstacle({
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

/** Shows whose turn it is, and the card. */
function Table({ deck, onSetup }: { deck: TruthOrDareCard[]; onSetup: () => void }) {
  const t = useTexts(gamesTexts)
  const game = useGames((state) => state.game)
  const found = problemOf(
    useProblem(({ problem }) => problem),
    game,
  )
  const actor = actorIn(game)
  const problem = actor ? found?.problem : 'noParticipants'
  const shown = shownIn(game, deck)
  const isNew = game.used.length === 0
  return (
    <div className={styles.table}>
      <div className={styles.live} aria-live="polite">
        {actor && (
          <p key={actor.id} className={styles.turn}>
            <Ball size={18} labelled={false} />
            {t('hasTurn', { name: actor.name })}
          </p>
        )}
        {problem ? (
          <Obstacle problem={problem} name={actor?.name ?? ''} onSetup={onSetup} />
        ) : (
          <>
            <Pile shown={shown} />
            {!shown && actor && isNew && <p className={styles.ready}>{t('readyText', { name: actor.name })}</p>}
          </>
        )}
      </div>
      {problem !== 'noParticipants' && problem !== 'noCards' && (
        <div className={styles.buttons}>
          {(shown || problem) && (
            <Button variant="quiet" onClick={() => skipCard(deck, problem === 'noPartner')}>
              {t('skip')}
            </Button>
          )}
          <Button onClick={() => nextCard(deck, shown !== null || problem === 'noPartner')}>
            {t(isNew && !problem ? 'first' : 'next')}
          </Button>
        </div>
      )}
    </div>
  )
}

export const PlayTab = ({ deck, onSetup }: { deck: TruthOrDareCard[]; onSetup: () => void }) => (
  <div className={styles.play}>
    <Table deck={deck} onSetup={onSetup} />
    <SidePanel />
  </div>
)
