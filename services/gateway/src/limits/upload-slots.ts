import { UPLOADS_AT_ONCE, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'

/** Seconds after which an upload that found no slot may be tried again. */
const RETRY_AFTER = 5

export type UploadSlots = {
  /** Runs an upload of at most so many bytes, and refuses it while its member or the gateway has too many under way. */
  hold: <Result>(memberId: string, bytes: number, upload: () => Promise<Result>) => Promise<Result>
}

/** The uploads that are under way at one gateway. */
export function createUploadSlots(): UploadSlots {
  const byMember = new Map<string, number>()
  let reserved = 0
  return {
    async hold(memberId, bytes, upload) {
      const running = byMember.get(memberId) ?? 0
      if (running >= UPLOADS_AT_ONCE || reserved + bytes > UPLOADS_BYTES_MAX)
        throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
      byMember.set(memberId, running + 1)
      reserved += bytes
      try {
        return await upload()
      } finally {
        reserved -= bytes
        const left = (byMember.get(memberId) ?? 1) - 1
        if (left > 0) byMember.set(memberId, left)
        else byMember.delete(memberId)
      }
    },
  }
}
