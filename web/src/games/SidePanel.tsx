import type { CSSProperties } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { Ball } from '../ui/marks/Ball.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { actorIn, withSettings } from './game.ts'
import styles from './play.module.css'
import { RatioField } from './RatioField.tsx'
import { SpicinessChoice } from './SpicinessChoice.tsx'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

/** Shows the participants and the card settings beside the card where there is room. */
export function SidePanel() {
  const t = useTexts(gamesTexts)
  const game = useGames((state) => state.game)
  const { participants, settings } = game
  const actor = actorIn(game)
  const actorIndex = participants.findIndex(({ id }) => id === actor?.id)
  return (
    <aside className={styles.side} aria-label={t('tab.setup')}>
      <h2 className={styles.sideTitle}>
        {t('participants')}
        <span className={styles.number}>{participants.length}</span>
      </h2>
      <ul className={styles.people} style={{ '--actor-index': actorIndex } as CSSProperties}>
        {participants.map(({ id, name, doWith }) => (
          <li key={id} className={classes(styles.person, id === actor?.id && styles.acting)}>
            <Avatar name={name} shape="person" size={40} plain />
            <span className={styles.text}>
              <span className={styles.name}>{name}</span>
              <span className={styles.partners}>{t(`partners.${doWith}`)}</span>
            </span>
          </li>
        ))}
        {actor && (
          <li className={styles.roller} aria-hidden>
            <Ball size={18} labeled={false} />
          </li>
        )}
      </ul>
      <SpicinessChoice
        value={settings.spiciness}
        onChange={(spiciness) => changeGame((previous) => withSettings(previous, { spiciness }))}
      />
      <RatioField
        value={settings.truthDareRatio}
        onChange={(truthDareRatio) => changeGame((previous) => withSettings(previous, { truthDareRatio }))}
      />
    </aside>
  )
}
