import * as z from 'zod/mini'
import { readableText } from './area-text.ts'

/** What breaks a line, or turns the writing around it. */
const NOT_IN_A_LINE = /[\n\t\u202A-\u202E\u2066-\u2069]/

/** A title or a place: one line in which there is something to read. */
export const lineOfText = (max: number) =>
  readableText('field.required').check(
    z.refine((text) => text.length <= max, { error: 'text.long' }),
    z.refine((text) => !NOT_IN_A_LINE.test(text), { error: 'text.characters' }),
  )
