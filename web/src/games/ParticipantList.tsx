import type { Game, Participant } from '@app/contract/games'
import { X } from 'lucide-react'
import { showToast } from '../lib/feedback/toasts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { removeParticipant, restoreParticipant } from './game.ts'
import styles from './games.module.css'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

/** Moves the focus from a button about to be removed to the next one, else the previous one, else the add form. */
function focusNear(button: HTMLElement, index: number): void {
  const buttons = button.closest('ul')?.querySelectorAll('button')
  const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? button.closest('section')?.querySelector('input')
  next?.focus()
}

const SEX_NAMES = { MALE: 'man', FEMALE: 'woman', NON_BINARY: 'nonBinary' } as const

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
            <span className={styles.hint}>
              {t(SEX_NAMES[participant.sex])} · {t(`partners.${participant.doWith}`)}
            </span>
          </span>
          <IconButton
            icon={X}
            label={t('remove', { name: participant.name })}
            onClick={({ currentTarget }) => {
              focusNear(currentTarget, index)
              remove(participant, index)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
