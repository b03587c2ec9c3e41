import type { Reaction, ReactionCount } from '@app/contract/reactions'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { withOwnReaction } from '../reactions.ts'
import { extrasTexts } from './extras-texts.ts'
import { usePendingReactions } from './pending-reactions.ts'
import { REACTION_ICONS } from './reaction-icons.ts'
import styles from './reactions.module.css'

/** Returns the reactions to a message, with the member's own one as they chose it last. */
export function useShownReactions(id: string, reactions: readonly ReactionCount[] | undefined) {
  const pending = usePendingReactions(({ byId }) => byId.get(id))
  return pending === undefined ? (reactions ?? []) : withOwnReaction(reactions, pending)
}

type Props = {
  id: string
  reactions: readonly ReactionCount[] | undefined
  /** Null if the member cannot react. */
  onReact: ((reaction: Reaction | null) => void) | null
  tabStop: boolean
  className?: string | undefined
}

/** Shows the reactions to a message as pills, which set or remove the member's own one. */
export function Reactions({ id, reactions, onReact, tabStop, className }: Props) {
  const t = useTexts(extrasTexts)
  const shown = useShownReactions(id, reactions)
  if (shown.length === 0) return null
  return (
    <div className={classes(styles.pills, className)}>
      {shown.map(({ reaction, count, mine }) => {
        const Icon = REACTION_ICONS[reaction]
        return (
          <button
            key={reaction}
            type="button"
            className={styles.pill}
            tabIndex={tabStop ? 0 : -1}
            aria-pressed={mine}
            aria-label={t('count', { name: t(`reactions.${reaction}`), count, mine: mine && count > 1 ? 'yes' : 'no' })}
            disabled={!onReact}
            onClick={() => onReact?.(mine ? null : reaction)}
          >
            <Icon size="1rem" strokeWidth={1.75} aria-hidden />
            {count > 1 && <span aria-hidden>{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
