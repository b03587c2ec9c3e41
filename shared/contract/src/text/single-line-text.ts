import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'

/** Line breaks, tabs, and characters that change the direction of the text around them. */
const LINE_BREAKS_AND_BIDI_CONTROLS = /[\n\t\u202A-\u202E\u2066-\u2069]/

/** Returns the schema of a title or venue: a single line with visible characters. */
export const singleLineText = (max: number) =>
  requiredAreaText('field.required').check(
    z.refine((text) => text.length <= max, { error: 'text.long' }),
    z.refine((text) => !LINE_BREAKS_AND_BIDI_CONTROLS.test(text), { error: 'text.characters' }),
  )
