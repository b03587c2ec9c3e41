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

type Slot = {
  memberId: string
  bytes: number
  /** The space that the upload has used up to `changedMs`, in bytes multiplied by milliseconds. */
  byteMs: number
  /** The time of the last change to `bytes`. */
  changedMs: number
  isReceiving: boolean
  abortController: AbortController
}

const sumOf = <Item>(items: Iterable<Item>, measure: (item: Item) => number): number =>
  [...items].reduce((sum, item) => sum + measure(item), 0)

/**
 * Creates the slots of one gateway. Space is not reserved. When it runs out, the member who has used the most of it, in
 * bytes multiplied by time, loses an upload, so that a few accounts, slow or fast, cannot block all other uploads.
 * Members who occupy less than half of the average keep theirs, so that a flood of large photos does not abort a small
 * one on a slow connection.
 */
export function createUploadSlots(
  bytesMax = UPLOADS_BYTES_MAX,
  now: () => number = () => performance.now(),
): UploadSlots {
  const slots = new Set<Slot>()
  const bytesOf = ({ bytes }: Slot): number => bytes
  const byteMsOf = ({ byteMs, bytes, changedMs }: Slot): number => byteMs + bytes * (now() - changedMs)

  function setBytes(slot: Slot, bytes: number): void {
    slot.byteMs = byteMsOf(slot)
    slot.changedMs = now()
    slot.bytes = bytes
  }

  /** Finds the upload to abort among those whose bytes are still arriving. */
  function findVictim(): Slot | undefined {
    const receiving = [...slots].filter(({ isReceiving, bytes }) => isReceiving && bytes > 0)
    const members = [...new Set(receiving.map(({ memberId }) => memberId))].map((memberId) => {
      const memberSlots = receiving.filter((slot) => slot.memberId === memberId)
      return { memberSlots, bytes: sumOf(memberSlots, bytesOf), byteMs: sumOf(memberSlots, byteMsOf) }
    })
    const averageBytes = sumOf(receiving, bytesOf) / members.length
    const [member] = members
      .filter(({ bytes }) => bytes >= averageBytes / 2)
      .toSorted((a, b) => b.byteMs - a.byteMs || b.bytes - a.bytes)
    return member?.memberSlots.toSorted((a, b) => byteMsOf(b) - byteMsOf(a) || b.bytes - a.bytes).at(0)
  }

  /** Aborts uploads until the others fit into the space, or none is left to abort. */
  function evictUploads(): void {
    while (sumOf(slots, bytesOf) > bytesMax) {
      const victim = findVictim()
      if (!victim) return
      victim.isReceiving = false
      victim.bytes = 0
      victim.abortController.abort(createUnavailableError())
    }
  }

  return {
    async withSlot(memberId, upload) {
      if ([...slots].filter((slot) => slot.memberId === memberId).length >= CONCURRENT_UPLOADS_MAX)
        throw createUnavailableError()
      const abortController = new AbortController()
      const slot: Slot = { memberId, bytes: 0, byteMs: 0, changedMs: now(), isReceiving: true, abortController }
      const { signal } = abortController
      slots.add(slot)
      try {
        return await upload({
          signal,
          add(bytes) {
            signal.throwIfAborted()
            setBytes(slot, slot.bytes + bytes)
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
