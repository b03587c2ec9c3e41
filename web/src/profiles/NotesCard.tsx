import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Profile } from '@app/contract/members/members'
import { Check, NotebookPen } from 'lucide-react'
import { type Ref, type RefObject, useEffect } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { TextArea } from '../ui/forms/Field.tsx'
import { Card } from '../ui/layout/Card.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { changeNote, saveNote, useNotes } from './notes.ts'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

function NoteState({ name }: { name: string }) {
  const t = useTexts(profileTexts)
  const state = useNotes(({ notes }) => notes.get(name)?.state)
  if (state === 'failed') {
    return (
      <Button variant="outlined" onClick={() => void saveNote(name)}>
        {t('note.retry')}
      </Button>
    )
  }
  return (
    <p className={styles.noteState} role="status">
      {state === 'saved' && (
        <span className={styles.noteSaved}>
          <Check size="1rem" strokeWidth={2} aria-hidden />
          {t('note.saved')}
        </span>
      )}
      {(state === 'saving' || state === 'waiting') && t('note.saving')}
    </p>
  )
}

/** Returns a menu action that focuses the note. */
export function useNoteAction(textAreaRef: RefObject<HTMLTextAreaElement | null>): MenuAction {
  const t = useTexts(profileTexts)
  return { id: 'note', label: t('note.title'), icon: NotebookPen, run: () => textAreaRef.current?.focus() }
}

type Props = { profile: Profile; textAreaRef: Ref<HTMLTextAreaElement> }

/** Edits the viewer's private note about a member; saves it while they write. */
export function NotesCard({ profile: { userName, profileNotes }, textAreaRef }: Props) {
  const t = useTexts(profileTexts)
  const note = useNotes(({ notes }) => notes.get(userName))
  useEffect(() => {
    const save = () => void saveNote(userName)
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      save()
    }
  }, [userName])
  return (
    <Card>
      <TextArea
        ref={textAreaRef}
        icon={NotebookPen}
        label={t('note.title')}
        aside={t('note.hint')}
        error={note?.problem && t('note.failed', { problem: note.problem })}
        maxLength={TEXT_AREA_MAX}
        rows={3}
        dir="auto"
        value={note?.text ?? profileNotes ?? ''}
        onChange={(event) => changeNote(userName, event.target.value)}
        onBlur={() => void saveNote(userName)}
      />
      <NoteState name={userName} />
    </Card>
  )
}
