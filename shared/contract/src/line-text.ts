import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'

/** What breaks a line, or turns the writing around it. */
const LINE_BREAKS_AND_BIDI_CONTROLS = /[\n\t\u202A-\u202E\u2066-\u2069]/

/** A title or a place: one line in which there is something to read. */
export const singleLineText = (max: number) =>
  requiredAreaText('field.required').check(
    z.refine((text) => text.length <= max, { error: 'text.long' }),
    z.refine((text) => !LINE_BREAKS_AND_BIDI_CONTROLS.test(text), { error: 'text.characters' }),
  )
