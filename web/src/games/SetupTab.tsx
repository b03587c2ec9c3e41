import { GameAudience } from '@app/contract/games'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { AddParticipant } from './AddParticipant.tsx'
import { CARD_AUDIENCES } from './draw.ts'
import { withSettings } from './game.ts'
import styles from './games.module.css'
import { ParticipantList } from './ParticipantList.tsx'
import { RatioField } from './RatioField.tsx'
import { SpicinessChoice } from './SpicinessChoice.tsx'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

function Settings() {
  const t = useTexts(gamesTexts)
  const { spiciness, audience, truthDareRatio } = useGames(({ game }) => game.settings)
  const change = (settings: Parameters<typeof withSettings>[1]) => changeGame((game) => withSettings(game, settings))
  return (
    <section className={styles.section} aria-labelledby="game-settings">
      <h2 id="game-settings">{t('settings')}</h2>
      <SpicinessChoice value={spiciness} onChange={(chosen) => change({ spiciness: chosen })} />
      <ChoicePills
        legend={t('audience')}
        choices={GameAudience.options.map((value) => ({ value, label: t(CARD_AUDIENCES[value]) }))}
        value={audience}
        onChange={(value) => change({ audience: value })}
      />
      <RatioField value={truthDareRatio} onChange={(ratio) => change({ truthDareRatio: ratio })} />
    </section>
  )
}

/** Lets the member change the participants and the settings of the cards. */
export function SetupTab({ onPlay }: { onPlay: () => void }) {
  const t = useTexts(gamesTexts)
  const hasParticipants = useGames(({ game }) => game.participants.length > 0)
  return (
    <div className={styles.columns}>
      <section className={styles.section} aria-labelledby="game-participants">
        <h2 id="game-participants">{t('participants')}</h2>
        <ParticipantList />
        <AddParticipant />
      </section>
      <div className={styles.section}>
        <Settings />
        {hasParticipants && (
          <Button wide onClick={onPlay}>
            {t('toPlay')}
          </Button>
        )}
      </div>
    </div>
  )
}
