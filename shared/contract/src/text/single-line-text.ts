import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'

/** Line breaks, Unicode's line and paragraph separators, tabs, and controls of the direction of text. */
const LINE_BREAKS_AND_BIDI_CONTROLS = /[\n\t\u2028-\u202E\u2066-\u2069]/

/** Returns the schema of a title or venue: a single line with visible characters. */
export const singleLineText = (max: number) =>
  requiredAreaText('field.required').check(
    z.refine((text) => text.length <= max, { error: 'text.long' }),
    z.refine((text) => !LINE_BREAKS_AND_BIDI_CONTROLS.test(text), { error: 'text.characters' }),
  )
