import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { AddParticipant } from './AddParticipant.tsx'
import { PARTICIPANTS_MIN, withSettings } from './game.ts'
import { ParticipantList } from './ParticipantList.tsx'
import { Deck } from './Pile.tsx'
import type { Entry } from './PlayTab.tsx'
import { SpicinessChoice } from './SpicinessChoice.tsx'
import styles from './start.module.css'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'
import { drawNextCard } from './turns.ts'

/** The navigation state of the links from the start view, so that the back link returns there. */
export const FROM_START = { from: '/games' }

/**
 * Shows the face-down deck, and beside it the participants and the maximum spiciness, from which the game starts or
 * continues.
 */
export function StartView({ onPlay }: { onPlay: (entry: Entry) => void }) {
  const t = useTexts(gamesTexts)
  const deck = useGames((state) => state.deck.data)
  const game = useGames((state) => state.game)
  const [lacksPlayers, setLacksPlayers] = useState(false)
  const people = useRef<HTMLElement>(null)
  const hasEnough = game.participants.length >= PARTICIPANTS_MIN
  const isRunning = game.used.length > 0

  const play = () => {
    // A game with a drawn card may continue with fewer participants.
    if (!hasEnough && !game.drawn) {
      setLacksPlayers(true)
      people.current?.querySelector<HTMLInputElement>('input[type=text]')?.focus()
      return
    }
    if (!game.drawn && deck) drawNextCard(deck, false)
    onPlay(isRunning ? 'resumed' : 'turned')
  }

  return (
    <div className={styles.start}>
      <div className={styles.table}>
        <Deck cards={deck?.length} />
      </div>
      <div className={styles.side}>
        <section ref={people} className={styles.people} aria-labelledby="game-who">
          <h2 id="game-who">{t('who')}</h2>
          <p className={styles.lead}>{t('whoText')}</p>
          <ParticipantList />
          <AddParticipant />
        </section>
        <SpicinessChoice
          value={game.settings.spiciness}
          onChange={(spiciness) => changeGame((previous) => withSettings(previous, { spiciness }))}
          row
        />
        <div className={styles.foot}>
          <p role="status" className={styles.problem}>
            {lacksPlayers && !hasEnough && t('tooFew')}
          </p>
          <Button wide busy={!deck} busyLabel={t('loading')} onClick={play}>
            {t(isRunning ? 'resume' : 'first')}
          </Button>
          <p className={styles.links}>
            <Link to="?tab=rules" state={FROM_START}>
              {t('tab.rules')}
            </Link>
            <Link to="?tab=cards" state={FROM_START}>
              {t('seeCards')}
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}
