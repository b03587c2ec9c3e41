import { useDraft } from './draft.ts'
import { useProfiles } from './store.ts'
import { type Changes, changesBetween, type FormValues, toFormValues, withChanges } from './values.ts'

/** A section of the profile form. */
export type FormSection = 'about' | 'description' | 'person1' | 'person2'

/** Lists the sections of the form with unsaved changes. */
export function listChangedSections(
  { description, person1, person2, ...about }: Changes,
  { persons }: FormValues,
): FormSection[] {
  const isChanged: Record<FormSection, boolean> = {
    about: Object.keys(about).length > 0,
    description: description !== undefined,
    person1: person1 !== undefined,
    person2: person2 !== undefined && persons === 'two',
  }
  return (Object.keys(isChanged) as FormSection[]).filter((section) => isChanged[section])
}

/** Returns whether the member's own profile has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  const changes = useDraft((draft) => draft.changes)
  const ownProfile = useProfiles((state) => state.own.data)
  if (!ownProfile) return false
  const saved = toFormValues(ownProfile.profile)
  const values = withChanges(saved, changes)
  return listChangedSections(changesBetween(saved, values), values).length > 0
}
