import { ApiError } from '../../lib/http/api-error.ts'
import { type PhotoProblem, PhotoRejection } from '../../lib/photos/photo-file.ts'
import { getTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'

/** Returns the text for a file that cannot be uploaded, for use outside of components. */
const photoProblemText = (problem: PhotoProblem): string => getTexts(uiTexts)(`photoProblem.${problem}`)

/** The reason for a failed upload, as text; `final` if retrying the same file cannot succeed. */
export type UploadProblem = { text: string; final: boolean }

export function uploadProblemOf(error: unknown): UploadProblem {
  if (error instanceof PhotoRejection) return { text: photoProblemText(error.problem), final: true }
  if (!(error instanceof ApiError)) throw error
  const final = error.code === 'VALIDATION' || error.code === 'TOO_LARGE' || error.code === 'UNSUPPORTED_MEDIA'
  return { text: error.fields[0]?.message ?? error.message, final }
}
