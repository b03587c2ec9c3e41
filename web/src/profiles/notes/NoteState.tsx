import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { profileTexts } from '../texts.ts'
import styles from './note-state.module.css'
import { saveNote, useNotes } from './notes.ts'

/** Shows that the note was saved; `brief` fades it out after a while. */
function Saved({ brief }: { brief: boolean }) {
  const t = useTexts(profileTexts)
  const [isOver, setIsOver] = useState(false)
  if (isOver) return null
  return (
    <span className={classes(styles.saved, brief && styles.brief)} onAnimationEnd={() => setIsOver(true)}>
      <Check size="1rem" strokeWidth={2} aria-hidden />
      {t(brief ? 'note.savedJustNow' : 'note.saved')}
    </span>
  )
}

type Props = {
  name: string
  /** Shows the saved state briefly, and only for notes saved since the first render. */
  brief?: boolean
}

/** Shows the state of saving a note about a member. */
export function NoteState({ name, brief = false }: Props) {
  const t = useTexts(profileTexts)
  const note = useNotes(({ notes }) => notes.get(name))
  const [initialNote] = useState(note)
  const state = note?.state
  if (state === 'failed') {
    return (
      <div className={styles.retry}>
        <Button variant="outlined" onClick={() => void saveNote(name)}>
          {t('note.retry')}
        </Button>
      </div>
    )
  }
  return (
    <p className={styles.state} role="status">
      {state === 'saved' && !(brief && note === initialNote) && <Saved brief={brief} />}
      {(state === 'saving' || state === 'waiting') && t('note.saving')}
      {state === 'offline' && t('note.offline')}
    </p>
  )
}
