import { useDraft } from './draft.ts'
import { useProfiles } from './store.ts'
import { type Changes, changesBetween, type FormValues, valuesOf, withChanges } from './values.ts'

export type Part = 'about' | 'presentation' | 'person1' | 'person2'

/** Returns the form's cards with unsaved changes. */
export function partsOf({ description, person1, person2, ...about }: Changes, { persons }: FormValues): Part[] {
  const parts: Record<Part, boolean> = {
    about: Object.keys(about).length > 0,
    presentation: description !== undefined,
    person1: person1 !== undefined,
    person2: person2 !== undefined && persons === 'two',
  }
  return (Object.keys(parts) as Part[]).filter((part) => parts[part])
}

/** Returns whether the own profile has unsaved changes. */
export function useUnsaved(): boolean {
  const changes = useDraft((draft) => draft.changes)
  const own = useProfiles((state) => state.own.data)
  if (!own) return false
  const saved = valuesOf(own.profile)
  const values = withChanges(saved, changes)
  return partsOf(changesBetween(saved, values), values).length > 0
}
