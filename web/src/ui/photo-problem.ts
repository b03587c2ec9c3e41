import { ApiError } from '../lib/api-error.ts'
import { type PhotoProblem, PhotoRefusal } from '../lib/photo-file.ts'
import { textsNow } from '../lib/texts.ts'
import { uiTexts } from './texts.ts'

/** Why a chosen file cannot be sent, for texts made outside of a component. */
const photoProblemText = (problem: PhotoProblem): string => textsNow(uiTexts)(`photoProblem.${problem}`)

/** Why an upload failed, in the member's words; what cannot be sent as it is needs no other try. */
export type UploadProblem = { text: string; final: boolean }

export function uploadProblemOf(error: unknown): UploadProblem {
  if (error instanceof PhotoRefusal) return { text: photoProblemText(error.problem), final: true }
  if (!(error instanceof ApiError)) throw error
  const final = error.code === 'VALIDATION' || error.code === 'TOO_LARGE' || error.code === 'UNSUPPORTED_MEDIA'
  return { text: error.fields[0]?.message ?? error.message, final }
}
