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
  /** Records that the file has left temporary space, even if its request has not ended. */
  release: () => void
  /** Aborts with UNAVAILABLE if the upload is evicted to free space for others. */
  signal: AbortSignal
}

export type UploadSlots = {
  /** Runs an upload in a slot of its member; throws UNAVAILABLE while all of the member's slots are taken. */
  withSlot: <Result>(memberId: string, upload: (slot: UploadSlot) => Promise<Result>) => Promise<Result>
}

/** The slots of a gateway without rate limits. */
export const UNLIMITED_UPLOADS: UploadSlots = {
  withSlot: (_memberId, upload) =>
    upload({
      add: () => undefined,
      complete: () => undefined,
      release: () => undefined,
      signal: new AbortController().signal,
    }),
}

type Slot = { memberId: string; bytes: number; isReceiving: boolean; abortController: AbortController }

/**
 * Creates the slots of one gateway. Space is not reserved: when it runs out, the largest upload of the member who
 * occupies the most is aborted, so that a few accounts, slow or fast, cannot block all other uploads.
 */
export function createUploadSlots(bytesMax = UPLOADS_BYTES_MAX): UploadSlots {
  const slots = new Set<Slot>()
  const listMemberSlots = (memberId: string): Slot[] => [...slots].filter((slot) => slot.memberId === memberId)
  const sumBytes = (selected: Iterable<Slot>): number => [...selected].reduce((sum, { bytes }) => sum + bytes, 0)

  /** Finds the largest upload of the member who occupies the most space, among uploads that can still be aborted. */
  const findVictim = (): Slot | undefined =>
    [...slots]
      .filter(({ isReceiving, bytes }) => isReceiving && bytes > 0)
      .map((slot) => ({ slot, memberBytes: sumBytes(listMemberSlots(slot.memberId)) }))
      .toSorted((a, b) => b.memberBytes - a.memberBytes || b.slot.bytes - a.slot.bytes)
      .at(0)?.slot

  /** Aborts uploads until the others fit into the space. */
  function evictUploads(): void {
    while (sumBytes(slots) > bytesMax) {
      const victim = findVictim()
      if (!victim) return
      victim.isReceiving = false
      victim.bytes = 0
      victim.abortController.abort(createUnavailableError())
    }
  }

  return {
    async withSlot(memberId, upload) {
      if (listMemberSlots(memberId).length >= CONCURRENT_UPLOADS_MAX) throw createUnavailableError()
      const slot: Slot = { memberId, bytes: 0, isReceiving: true, abortController: new AbortController() }
      const { signal } = slot.abortController
      slots.add(slot)
      try {
        return await upload({
          signal,
          add(bytes) {
            signal.throwIfAborted()
            slot.bytes += bytes
            evictUploads()
            signal.throwIfAborted()
          },
          complete() {
            slot.isReceiving = false
          },
          release() {
            slot.isReceiving = false
            slot.bytes = 0
          },
        })
      } finally {
        slots.delete(slot)
      }
    },
  }
}
