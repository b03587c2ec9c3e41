import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './save-bar.module.css'
import { saveTexts } from './save-texts.ts'

type Props = {
  /** The names of the changed sections; the bar is hidden if there are none. */
  changedSections: readonly string[]
  /** The object in the label of the save button: 'profil'. */
  subject: string
  busy: boolean
  /** The URL of the result of the last save. */
  savedUrl?: string | undefined
  onUndo: () => void
}

/** Confirms a save and links to its result. Takes the focus if the removed save button had it. */
function Saved({ to }: { to: string }) {
  const t = useTexts(saveTexts)
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <Check className={styles.check} size="1.125rem" strokeWidth={2} aria-hidden />
      <span>
        <strong>{t('saved')}</strong> ·{' '}
        <Link ref={link} className="text-link" to={to}>
          {t('view')}
        </Link>
      </span>
    </>
  )
}

/** Renders a bar at the bottom of a long form while it has changes, and after saving. Its button submits the form. */
export function SaveBar({ changedSections, subject, busy, savedUrl, onUndo }: Props) {
  const t = useTexts(saveTexts)
  const tUi = useTexts(uiTexts)
  const unsaved = changedSections.length > 0
  const isShown = unsaved || savedUrl !== undefined
  return (
    <div className={classes(styles.bar, isShown && styles.shown)} data-save-bar={isShown || undefined}>
      <p className={styles.text} role="status">
        {!unsaved && savedUrl !== undefined && <Saved to={savedUrl} />}
        {unsaved && (
          <>
            <span className={styles.dot} aria-hidden />
            <span>
              <strong>{t('unsaved')}</strong>{' '}
              <span className={styles.sections}>{t('unsavedIn', { sections: changedSections.join(', ') })}</span>
            </span>
          </>
        )}
      </p>
      {unsaved && (
        <>
          <Button variant="quiet" disabled={busy} onClick={onUndo}>
            {tUi('undo')}
          </Button>
          <Button type="submit" busy={busy}>
            <span>
              {t('save')} <span className={styles.subject}>{subject}</span>
            </span>
          </Button>
        </>
      )}
    </div>
  )
}
