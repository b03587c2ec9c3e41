import * as z from 'zod/mini'
import { atMost } from '../base.ts'
import { TEXT_AREA_MAX } from '../limits.ts'
import { isStorable, isVisible, normalizeText } from './normalize.ts'
import type { Problem } from './problems.ts'

/** Returns the schema of a text, possibly empty, that is normalized as it is stored, and then limited in its length. */
export const limitedText = (max: number) =>
  z
    .string()
    .check(z.refine(isStorable, { error: 'text.characters' }), z.overwrite(normalizeText), atMost(max, 'text.long'))

/** Free text, possibly empty. */
export const AreaText = limitedText(TEXT_AREA_MAX)

/** Returns the schema of a free text with visible characters; without any, it reports the given problem. */
export const requiredAreaText = (problem: Problem) => AreaText.check(z.refine(isVisible, { error: problem }))
