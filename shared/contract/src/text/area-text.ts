import * as z from 'zod/mini'
import { atMost } from '../base.ts'
import { TEXT_AREA_MAX } from '../limits.ts'
import { isStorable, isVisible, normalizeLineBreaks, normalizeText } from './normalize.ts'
import type { Problem } from './problems.ts'

/** Free text, possibly empty. Normalized as it is stored, and limited in its normalized length. */
export const AreaText = z.string().check(
  z.refine((text) => isStorable(normalizeLineBreaks(text)), { error: 'text.characters' }),
  z.overwrite(normalizeText),
  atMost(TEXT_AREA_MAX, 'text.long'),
)

/** Returns the schema of a free text with visible characters; without any, it reports the given problem. */
export const requiredAreaText = (problem: Problem) => AreaText.check(z.refine(isVisible, { error: problem }))
