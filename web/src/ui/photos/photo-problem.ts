import { ApiError } from '../../lib/http/api-error.ts'
import { PhotoRejection } from '../../lib/photos/photo-file.ts'
import { getTexts } from '../../lib/text/texts.ts'
import { cropTexts } from './crop-texts.ts'

/** The reason for a failed upload, as text; `final` if retrying the same file cannot succeed. */
export type UploadProblem = { text: string; final: boolean }

/** Returns the reason for a failed upload. Rethrows unexpected errors. */
export function uploadProblemOf(error: unknown): UploadProblem {
  if (error instanceof PhotoRejection) return { text: getTexts(cropTexts)(`problem.${error.problem}`), final: true }
  if (!(error instanceof ApiError)) throw error
  const final = error.code === 'VALIDATION' || error.code === 'TOO_LARGE' || error.code === 'UNSUPPORTED_MEDIA'
  return { text: error.fields[0]?.message ?? error.message, final }
}
