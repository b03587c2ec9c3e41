import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { measureTexts } from '../../lib/http/measure-texts.ts'
import { useRestrictedUntil } from '../../lib/http/restrictions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { focusRowOf } from '../list/focus-row.ts'
import { isRejected } from '../outbox/drain.ts'
import { discard, type OutgoingMessage, retry } from '../outbox/outbox.ts'
import { rejectionTexts } from './rejection-texts.ts'
import styles from './state.module.css'

/** Returns a function that explains why the server rejected a message. */
function useRejectionReason(): (item: OutgoingMessage) => string {
  const t = useTexts(rejectionTexts)
  const tMeasure = useTexts(measureTexts)
  return ({ problem, photo: outgoingPhoto }) => {
    if (outgoingPhoto && (problem === 'VALIDATION' || problem === 'TOO_LARGE' || problem === 'UNSUPPORTED_MEDIA')) {
      return t('photo')
    }
    if (problem === 'RESTRICTED' || problem === 'SUSPENDED') return tMeasure(problem)
    if (problem === 'FORBIDDEN' || problem === 'CONFLICT' || problem === 'VALIDATION' || problem === 'TOO_LARGE') {
      return t(problem)
    }
    return t('other')
  }
}

/**
 * Shows that a message was not sent, with the reason if it is known, and buttons to retry or discard it. While a
 * restriction would reject it again, it can only be discarded.
 */
export function FailedState({ item }: { item: OutgoingMessage }) {
  const t = useTexts(rejectionTexts)
  const postUntil = useRestrictedUntil('POST')
  const uploadUntil = useRestrictedUntil('UPLOAD')
  const isPost = item.conversation.startsWith('group:')
  const isRestricted = item.problem === 'RESTRICTED' && Boolean((isPost && postUntil) || (item.photo && uploadUntil))
  const reasonOf = useRejectionReason()
  const onRetry = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    retry(item.clientId)
  }
  const onDiscard = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    discard(item.clientId)
  }
  return (
    <p className={classes(styles.meta, styles.failed)} role="alert">
      <CircleAlert size="1rem" strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t('failed')}</strong> {isRejected(item) && reasonOf(item)}{' '}
        {!isRestricted && (
          <>
            <button type="button" className="text-link" onClick={onRetry}>
              {t('retry')}
            </button>{' '}
          </>
        )}
        <button type="button" className="text-link" onClick={onDiscard}>
          {t('discard')}
        </button>
      </span>
    </p>
  )
}
