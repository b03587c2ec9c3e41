import { CONCURRENT_UPLOADS_MAX, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'

/** Seconds after which a rejected upload may be retried. */
const RETRY_AFTER_SECONDS = 5

const createUnavailableError = (): AppError => new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })

/** An upload in progress, which occupies temporary space as its bytes arrive. */
export type UploadSlot = {
  /** Counts bytes that have arrived; throws UNAVAILABLE once the upload has been aborted. */
  add: (bytes: number) => void
  /** Records that the last byte has arrived: from now on the upload is not aborted. */
  complete: () => void
  /** Records that the file has left temporary space, even if more of its body is to come. */
  release: () => void
  /** Aborts with UNAVAILABLE if the upload has to make room for others. */
  signal: AbortSignal
}

export type UploadSlots = {
  /** Runs an upload in a slot of its member; throws UNAVAILABLE while all of the member's slots are taken. */
  withSlot: <Result>(memberId: string, upload: (slot: UploadSlot) => Promise<Result>) => Promise<Result>
}

/** The slots of a gateway without limits. */
export const UNLIMITED_UPLOADS: UploadSlots = {
  withSlot: (_memberId, upload) =>
    upload({
      add: () => undefined,
      complete: () => undefined,
      release: () => undefined,
      signal: new AbortController().signal,
    }),
}

type Slot = { memberId: string; bytes: number; receiving: boolean; abort: AbortController }

/**
 * Creates the slots of one gateway. Space is not reserved: when it runs out, the largest upload of the member who
 * occupies the most is aborted, so that a few accounts, slow or fast, cannot block all other uploads.
 */
export function createUploadSlots(bytesMax = UPLOADS_BYTES_MAX): UploadSlots {
  const slots = new Set<Slot>()
  const listSlotsOf = (memberId: string): Slot[] => [...slots].filter((slot) => slot.memberId === memberId)
  const sumBytes = (selected: Iterable<Slot>): number => [...selected].reduce((sum, { bytes }) => sum + bytes, 0)

  /** Returns the largest upload of the member who occupies the most, among the uploads that can still be aborted. */
  const findLargest = (): Slot | undefined =>
    [...slots]
      .filter(({ receiving, bytes }) => receiving && bytes > 0)
      .map((slot) => ({ slot, memberBytes: sumBytes(listSlotsOf(slot.memberId)) }))
      .toSorted((one, other) => other.memberBytes - one.memberBytes || other.slot.bytes - one.slot.bytes)
      .at(0)?.slot

  function evictLargest(): void {
    while (sumBytes(slots) > bytesMax) {
      const victim = findLargest()
      if (!victim) return
      victim.receiving = false
      victim.bytes = 0
      victim.abort.abort(createUnavailableError())
    }
  }

  return {
    async withSlot(memberId, upload) {
      if (listSlotsOf(memberId).length >= CONCURRENT_UPLOADS_MAX) throw createUnavailableError()
      const slot: Slot = { memberId, bytes: 0, receiving: true, abort: new AbortController() }
      const { signal } = slot.abort
      slots.add(slot)
      try {
        return await upload({
          signal,
          add(bytes) {
            signal.throwIfAborted()
            slot.bytes += bytes
            evictLargest()
            signal.throwIfAborted()
          },
          complete() {
            slot.receiving = false
          },
          release() {
            slot.receiving = false
            slot.bytes = 0
          },
        })
      } finally {
        slots.delete(slot)
      }
    },
  }
}
