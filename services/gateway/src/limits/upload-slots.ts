import { CONCURRENT_UPLOADS_MAX, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'

/** Seconds after which a refused upload may be tried again. */
const RETRY_AFTER_SECONDS = 5

const unavailable = (): AppError => new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })

/** An upload under way, which occupies temporary space as its bytes arrive. */
export type UploadSlot = {
  /** Counts bytes that have arrived; throws UNAVAILABLE once the upload has been aborted. */
  add: (bytes: number) => void
  /** Notes that the last byte has arrived: from now on the upload is not aborted. */
  complete: () => void
  /** Notes that the file has left temporary space, whatever of its body is still to come. */
  release: () => void
  /** Aborts with UNAVAILABLE when the upload has to make room for others. */
  signal: AbortSignal
}

export type UploadSlots = {
  /** Runs an upload in a slot of its member; throws UNAVAILABLE while all of the member's slots are taken. */
  withSlot: <Result>(memberId: string, upload: (slot: UploadSlot) => Promise<Result>) => Promise<Result>
}

/** For a gateway without limits. */
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
 * Creates the slots of one gateway. Space is not reserved: when it runs out, the member who occupies most of it loses the
 * largest upload, so that a few accounts, slow or fast, cannot take the uploads of all others away.
 */
export function createUploadSlots(bytesMax = UPLOADS_BYTES_MAX): UploadSlots {
  const slots = new Set<Slot>()
  const listSlotsOf = (memberId: string): Slot[] => [...slots].filter((slot) => slot.memberId === memberId)
  const sumBytes = (selected: Iterable<Slot>): number => [...selected].reduce((sum, { bytes }) => sum + bytes, 0)

  /** The largest upload of the member who occupies most, among those that can still be aborted. */
  const findLargest = (): Slot | undefined =>
    [...slots]
      .filter(({ receiving, bytes }) => receiving && bytes > 0)
      .map((slot) => ({ slot, ofMember: sumBytes(listSlotsOf(slot.memberId)) }))
      .toSorted((one, other) => other.ofMember - one.ofMember || other.slot.bytes - one.slot.bytes)
      .at(0)?.slot

  function evictLargest(): void {
    while (sumBytes(slots) > bytesMax) {
      const victim = findLargest()
      if (!victim) return
      victim.receiving = false
      victim.bytes = 0
      victim.abort.abort(unavailable())
    }
  }

  return {
    async withSlot(memberId, upload) {
      if (listSlotsOf(memberId).length >= CONCURRENT_UPLOADS_MAX) throw unavailable()
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
