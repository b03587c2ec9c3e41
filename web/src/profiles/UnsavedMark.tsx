import { UnsavedDot } from '../ui/forms/UnsavedDot.tsx'
import { useHasUnsavedChanges } from './unsaved-changes.ts'

/** Marks the tab of the member's own profile while it has unsaved changes. */
export const UnsavedMark = () => useHasUnsavedChanges() && <UnsavedDot />
