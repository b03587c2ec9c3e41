import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './save-bar.module.css'

type Props = {
  /** The names of the changed parts; the bar is hidden if there are none. */
  changed: readonly string[]
  /** The object of the save button: 'profil'. */
  what: string
  busy: boolean
  /** The address of the result of the last save. */
  saved?: string | undefined
  onUndo: () => void
}

/** Confirms a save and links to its result. Takes over the focus from the save button. */
function Saved({ to }: { to: string }) {
  const t = useTexts(uiTexts)
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

/** Renders a bar at the foot of a long form while it has changes, and after saving. Its button submits the form. */
export function SaveBar({ changed, what, busy, saved, onUndo }: Props) {
  const t = useTexts(uiTexts)
  const unsaved = changed.length > 0
  const shown = unsaved || saved !== undefined
  return (
    <div className={classes(styles.bar, shown && styles.shown)} data-save-bar={shown || undefined}>
      <p className={styles.text} role="status">
        {!unsaved && saved !== undefined && <Saved to={saved} />}
        {unsaved && (
          <>
            <span className={styles.dot} aria-hidden />
            <span>
              <strong>{t('unsaved')}</strong>{' '}
              <span className={styles.where}>{t('unsavedIn', { parts: changed.join(', ') })}</span>
            </span>
          </>
        )}
      </p>
      {unsaved && (
        <>
          <Button variant="quiet" disabled={busy} onClick={onUndo}>
            {t('undo')}
          </Button>
          <Button type="submit" busy={busy}>
            <span>
              {t('save')} <span className={styles.what}>{what}</span>
            </span>
          </Button>
        </>
      )}
    </div>
  )
}
