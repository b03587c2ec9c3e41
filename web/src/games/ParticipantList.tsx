import type { Game, Participant } from '@app/contract/games'
import { X } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { removeParticipant, restoreParticipant } from './game.ts'
import styles from './games.module.css'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

/** To the button after this one, else the one before it, else to where somebody is added: this one goes. */
function focusNear(button: HTMLElement, index: number): void {
  const buttons = button.closest('ul')?.querySelectorAll('button')
  const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? button.closest('section')?.querySelector('input')
  next?.focus()
}

const SEX_NAMES = { MALE: 'man', FEMALE: 'woman', NON_BINARY: 'nonBinary' } as const

/** Those at the table in the order of their turns. */
export function ParticipantList() {
  const t = useTexts(gamesTexts)
  const participants = useGames(({ game }) => game.participants)
  const remove = (participant: Participant, index: number) => {
    const before = useGames.getState().game
    const after = removeParticipant(before, participant.id)
    changeGame(() => after)
    // As if nothing had happened, unless something has happened since.
    const undoRemove = (game: Game) => (game === after ? before : restoreParticipant(game, participant, index))
    showToast({
      text: t('removed', { name: participant.name }),
      action: { label: t('undo'), run: () => changeGame(undoRemove) },
    })
  }
  if (participants.length === 0) return <p className={styles.hint}>{t('nobody')}</p>
  return (
    <ul className={styles.people}>
      {participants.map((participant, index) => (
        <li key={participant.id} className={styles.person}>
          <Avatar name={participant.name} shape="person" size={40} />
          <span className={styles.words}>
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
