import { UnsavedDot } from '../ui/forms/UnsavedDot.tsx'
import { useUnsaved } from './use-unsaved.ts'

export const UnsavedMark = () => useUnsaved() && <UnsavedDot />
