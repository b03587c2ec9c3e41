import { DoWith, type Game, type Participant } from '@app/contract/games'
import { ChevronDown, X } from 'lucide-react'
import { showToast } from '../lib/feedback/toasts.ts'
import { focusNeighbor } from '../lib/navigation/focus-neighbor.ts'
import { useTexts } from '../lib/text/texts.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { changePartners } from './draw.ts'
import { removeParticipant, restoreParticipant } from './game.ts'
import styles from './participants.module.css'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

const PARTNER_CHOICES = ['DO_WITH_BOTH', 'DO_WITH_FEMALE', 'DO_WITH_MALE'] as const satisfies readonly DoWith[]

const SEX_NAMES = { MALE: 'man', FEMALE: 'woman', NON_BINARY: 'nonBinary' } as const

/** Selects who may be paired with a participant, in the device's native list. */
function PartnersSelect({ participant: { id, name, doWith } }: { participant: Participant }) {
  const t = useTexts(gamesTexts)
  return (
    <span className={styles.partners}>
      <select
        className={styles.select}
        aria-label={t('partnersOf', { name })}
        value={doWith}
        onChange={({ target }) => changeGame((game) => changePartners(game, id, DoWith.parse(target.value)))}
      >
        {PARTNER_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`with.${choice}`)}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.chevron} size="1rem" strokeWidth={1.75} aria-hidden />
    </span>
  )
}

/** Lists the participants in turn order. */
export function ParticipantList() {
  const t = useTexts(gamesTexts)
  const participants = useGames(({ game }) => game.participants)
  const remove = (participant: Participant, index: number) => {
    const previous = useGames.getState().game
    const next = removeParticipant(previous, participant.id)
    changeGame(() => next)
    // Restores the previous game if nothing has changed since; otherwise only adds the participant back.
    const undoRemoval = (game: Game) => (game === next ? previous : restoreParticipant(game, participant, index))
    showToast({
      text: t('removed', { name: participant.name }),
      action: { label: t('undo'), run: () => changeGame(undoRemoval) },
    })
  }
  if (participants.length === 0) return <p className={styles.hint}>{t('nobody')}</p>
  return (
    <ul className={styles.people}>
      {participants.map((participant, index) => (
        <li key={participant.id} className={styles.person}>
          <Avatar name={participant.name} shape="person" size={40} plain />
          <span className={styles.text}>
            <span className={styles.name}>{participant.name}</span>
            <span className={styles.hint}>{t(SEX_NAMES[participant.sex])}</span>
          </span>
          <PartnersSelect participant={participant} />
          <IconButton
            icon={X}
            label={t('remove', { name: participant.name })}
            onClick={({ currentTarget }) => {
              focusNeighbor(currentTarget, currentTarget.closest('section')?.querySelector('input'))
              remove(participant, index)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
