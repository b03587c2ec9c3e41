import { useDraft } from './draft.ts'
import { useProfiles } from './store.ts'
import { type Changes, changesBetween, type FormValues, toFormValues, withChanges } from './values.ts'

/** A card of the form. */
export type Part = 'about' | 'description' | 'person1' | 'person2'

/** Returns the form's cards with unsaved changes. */
export function findChangedParts(
  { description, person1, person2, ...about }: Changes,
  { persons }: FormValues,
): Part[] {
  const isChanged: Record<Part, boolean> = {
    about: Object.keys(about).length > 0,
    description: description !== undefined,
    person1: person1 !== undefined,
    person2: person2 !== undefined && persons === 'two',
  }
  return (Object.keys(isChanged) as Part[]).filter((part) => isChanged[part])
}

/** Returns whether the member's own profile has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  const changes = useDraft((draft) => draft.changes)
  const ownProfile = useProfiles((state) => state.own.data)
  if (!ownProfile) return false
  const saved = toFormValues(ownProfile.profile)
  const values = withChanges(saved, changes)
  return findChangedParts(changesBetween(saved, values), values).length > 0
}
