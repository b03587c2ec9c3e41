import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../lib/texts.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './save-bar.module.css'
import { uiTexts } from './texts.ts'

type Props = {
  /** The names of what was changed; without any the bar is not there. */
  changed: readonly string[]
  /** What the button saves: 'profil'. */
  what: string
  busy: boolean
  /** The address of what has just been saved. */
  saved?: string | undefined
  onUndo: () => void
}

/** Confirms a save and leads to its result. Takes over the focus from the button that saved. */
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

/** At the foot of a long form while there is something to save, and after saving. Its button submits the form. */
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
