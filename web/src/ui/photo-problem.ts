import type { PhotoProblem } from '../lib/photo-file.ts'
import { textsNow } from '../lib/texts.ts'
import { uiTexts } from './texts.ts'

/** Why a chosen file cannot be sent, for texts made outside of a component. */
export const photoProblemText = (problem: PhotoProblem): string => textsNow(uiTexts)(`photoProblem.${problem}`)
