import type { Reaction, ReactionCount } from '@app/contract/reactions'
import { Reply } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { hasModifier } from '../../lib/navigation/modifier-keys.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { focusRowOf } from '../list/focus-row.ts'
import { ownReactionIn, REACTIONS } from '../reactions.ts'
import styles from './bar.module.css'
import { extrasTexts } from './extras-texts.ts'
import { useShownReactions } from './Reactions.tsx'
import { REACTION_ICONS } from './reaction-icons.ts'

type ButtonsProps = {
  id: string
  reactions: readonly ReactionCount[] | undefined
  onReact: (reaction: Reaction | null) => void
  /** The index of the button that Tab reaches, or -1. */
  tabStop: number
}

/** Shows a button for each reaction. The member's own one is pressed. */
export function ReactionButtons({ id, reactions, onReact, tabStop }: ButtonsProps) {
  const t = useTexts(extrasTexts)
  const own = ownReactionIn(useShownReactions(id, reactions))
  return REACTIONS.map((reaction, index) => {
    const Icon = REACTION_ICONS[reaction]
    return (
      <button
        key={reaction}
        type="button"
        className={styles.button}
        tabIndex={index === tabStop ? 0 : -1}
        aria-pressed={reaction === own}
        aria-label={t(`reactions.${reaction}`)}
        onClick={() => onReact(reaction === own ? null : reaction)}
      >
        <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
      </button>
    )
  })
}

/** Moves the focus between the buttons of a toolbar with the arrow keys. */
export function onToolbarKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || hasModifier(event)) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = index + (key === 'ArrowRight' ? 1 : -1)
  buttons[(next + buttons.length) % buttons.length]?.focus({ preventScroll: true })
  event.preventDefault()
  event.stopPropagation()
}

/** Moves the focus between the buttons with the arrow keys; Escape returns it to the message. */
function onBarKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') {
    onToolbarKey(event)
    return
  }
  focusRowOf(event.currentTarget)
  event.preventDefault()
  event.stopPropagation()
}

type Props = Omit<ButtonsProps, 'tabStop'> & { tabStop: boolean; onReply: () => void }

/** Shows the buttons of the bar over a message that react and reply to it. */
export function BarButtons({ id, reactions, onReact, onReply, tabStop }: Props) {
  const t = useTexts(extrasTexts)
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('react')} onKeyDown={onBarKey}>
      <ReactionButtons id={id} reactions={reactions} onReact={onReact} tabStop={tabStop ? 0 : -1} />
      <span className={styles.divider} />
      <button type="button" className={styles.button} tabIndex={-1} aria-label={t('reply')} onClick={onReply}>
        <Reply size="1.25rem" strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
