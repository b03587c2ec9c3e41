import { TEXT_AREA_MAX } from '@app/contract/limits'
import { useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { profileTexts } from '../texts.ts'
import { NoteState } from './NoteState.tsx'
import styles from './note-field.module.css'
import { changeNote, loadNote, saveNote, useNotes, useSaveNoteOnLeave, useStoredNote } from './notes.ts'

/** Lets the viewer edit the private note about a member outside of their profile; saves it while they write. */
export function NoteField({ name }: { name: string }) {
  const t = useTexts(profileTexts)
  const id = useId()
  const stored = useStoredNote(name)
  const note = useNotes(({ notes }) => notes.get(name))
  useSaveNoteOnLeave(name)
  const text = note?.text ?? stored.data
  if (text === undefined) {
    // A deleted member has no note.
    if (stored.state !== 'failed' || stored.error.code === 'NOT_FOUND') return null
    return (
      <div className={styles.failed} role="alert">
        <p>{t('note.loadFailed')}</p>
        <Button variant="outlined" onClick={() => void loadNote(name)}>
          {t('note.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {t('note.title')}
        </label>
        <span className={styles.counter}>
          {text.length}/{TEXT_AREA_MAX}
        </span>
      </div>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('note.hint')}
      </p>
      <div className={styles.grower} data-text={`${text} `}>
        <textarea
          id={id}
          className={styles.area}
          aria-describedby={note?.problem ? `${id}-error` : `${id}-hint`}
          aria-invalid={note?.problem ? true : undefined}
          maxLength={TEXT_AREA_MAX}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => changeNote(name, event.target.value)}
          onBlur={() => void saveNote(name)}
        />
      </div>
      {note?.problem && <FieldError id={`${id}-error`}>{t('note.failed', { problem: note.problem })}</FieldError>}
      <NoteState name={name} brief />
    </div>
  )
}
