import { UnsavedDot } from '../ui/UnsavedDot.tsx'
import { useUnsaved } from './use-unsaved.ts'

export const UnsavedMark = () => useUnsaved() && <UnsavedDot />
