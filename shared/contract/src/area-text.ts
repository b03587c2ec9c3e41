import * as z from 'zod/mini'
import { atMost } from './base.ts'
import { TEXT_AREA_MAX } from './limits.ts'
import { foldText, isStorable, withPlainBreaks } from './texts.ts'

/** Free text of a form: may be empty, and is stored as it is counted. */
export const AreaText = z.string().check(
  z.refine((text) => isStorable(withPlainBreaks(text)), { error: 'text.characters' }),
  z.overwrite(foldText),
  atMost(TEXT_AREA_MAX, 'text.long'),
)
