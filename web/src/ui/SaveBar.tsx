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
  onUndo: () => void
}

/** At the foot of a long form, in sight as long as there is something to save. Its button submits the form. */
export function SaveBar({ changed, what, busy, onUndo }: Props) {
  const t = useTexts(uiTexts)
  const shown = changed.length > 0
  return (
    <div className={classes(styles.bar, shown && styles.shown)} data-save-bar={shown || undefined}>
      <p className={styles.text} role="status">
        {shown && (
          <>
            <span className={styles.dot} aria-hidden />
            <span>
              <strong>{t('unsaved')}</strong>{' '}
              <span className={styles.where}>{t('unsavedIn', { parts: changed.join(', ') })}</span>
            </span>
          </>
        )}
      </p>
      {shown && (
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
