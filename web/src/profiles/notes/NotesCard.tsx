import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Profile } from '@app/contract/members/members'
import { NotebookPen } from 'lucide-react'
import type { Ref, RefObject } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { TextArea } from '../../ui/forms/Field.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { profileTexts } from '../texts.ts'
import { NoteState } from './NoteState.tsx'
import { changeNote, saveNote, useNotes, useSaveNoteOnLeave } from './notes.ts'

/** Returns a menu action that focuses the note. */
export function useNoteAction(textAreaRef: RefObject<HTMLTextAreaElement | null>): MenuAction {
  const t = useTexts(profileTexts)
  return { id: 'note', label: t('note.title'), icon: NotebookPen, run: () => textAreaRef.current?.focus() }
}

type Props = { profile: Profile; textAreaRef: Ref<HTMLTextAreaElement> }

/** Lets the viewer edit the private note about a member; saves it while they write. */
export function NotesCard({ profile: { userName, profileNotes }, textAreaRef }: Props) {
  const t = useTexts(profileTexts)
  const note = useNotes(({ notes }) => notes.get(userName))
  useSaveNoteOnLeave(userName)
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
