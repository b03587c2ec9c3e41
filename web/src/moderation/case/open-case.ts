import type { Id, Instant } from '@app/contract/base'
import type { Case, Evidence } from '@app/contract/safety/cases'
import { isVisible } from '@app/contract/text/normalize'
import { create } from 'zustand'
import { ApiError, type ApiErrorCode, isApiError } from '../../lib/http/api-error.ts'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { failed, type Loadable, notStarted } from '../../lib/http/loadable.ts'
import { getSession, useSessionState } from '../../lib/http/session.ts'
import { getCase, postClaim, postEvidence } from '../api.ts'

const RENEWAL_INTERVAL_MS = 60_000

type State = {
  id: Id | null
  shown: Loadable<Case>
  evidence: Loadable<readonly Evidence[]>
  /** The end of the caller's claim; null if the case needs none. */
  claimedUntil: Instant | null
  /** The texts of a decision or an answer that was rejected because the case had changed; none before that. */
  rejectedTexts: readonly string[]
}

const EMPTY: State = { id: null, shown: notStarted, evidence: notStarted, claimedUntil: null, rejectedTexts: [] }

/** The case that is open, with its evidence. */
export const useOpenCase = create<State>(() => EMPTY)

/** The time of the last request to claim or renew, which limits how often input renews the claim. */
let requestedAt = 0

export const closeCase = (): void => useOpenCase.setState(EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) closeCase()
})

/** Applies a change unless another case has been opened meanwhile. */
const applyTo = (id: Id, change: (state: State) => Partial<State>): void =>
  useOpenCase.setState((state) => (state.id === id ? change(state) : state))

const loadShown = (id: Id): Promise<void> =>
  loadInSession(
    () => getCase(id),
    (change) =>
      applyTo(id, (state) => {
        const shown = change(state.shown)
        if (shown.state !== 'loaded') return { shown }
        const { heldByMe, claimedUntil } = shown.data.row
        return { shown, claimedUntil: heldByMe ? claimedUntil : null }
      }),
  )

/** Loads the evidence, which the server logs and counts. */
export const loadEvidence = (id: Id): Promise<void> =>
  loadInSession<readonly Evidence[]>(
    () => postEvidence(id),
    (change) => applyTo(id, ({ evidence }) => ({ evidence: change(evidence) })),
  )

/**
 * Claims the case, or renews the claim, and returns whether its state allows a claim. A case that needs none opens without
 * one.
 */
async function claim(id: Id): Promise<boolean> {
  requestedAt = Date.now()
  const row = await postClaim(id).catch((error: unknown) => {
    if (isApiError(error, 'CONFLICT')) return null
    throw error
  })
  applyTo(id, () => ({ claimedUntil: row?.claimedUntil ?? null }))
  return row !== null
}

/** Loads a case and, if it is claimed, its evidence, which the server shows only then. */
async function loadOpened(id: Id, isClaimed: boolean): Promise<void> {
  await Promise.all([loadShown(id), isClaimed && loadEvidence(id)])
}

/** Claims a case and loads it with its evidence. */
export async function openCase(id: Id): Promise<void> {
  const sessionId = getSession()?.sessionId
  useOpenCase.setState({ ...EMPTY, id, shown: { state: 'loading' } })
  let isClaimed: boolean
  try {
    isClaimed = await claim(id)
  } catch (error) {
    if (getSession()?.sessionId === sessionId) applyTo(id, ({ shown }) => ({ shown: failed(shown, error) }))
    return
  }
  await loadOpened(id, isClaimed)
}

/** Errors of requests that may not have reached the server. */
const UNREACHABLE_ERRORS = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT', 'BAD_ANSWER', 'UNAVAILABLE', 'UNKNOWN'])

/**
 * Claims the open case again after its release, and reloads it. What the admin has typed stays unless the server rejects
 * the claim, for example because another admin has the case.
 */
export async function reclaimCase(): Promise<void> {
  const { id, shown } = useOpenCase.getState()
  if (!id) return
  if (!shown.data) return openCase(id)
  const sessionId = getSession()?.sessionId
  let isClaimed: boolean
  try {
    isClaimed = await claim(id)
  } catch (error) {
    const isRejected = error instanceof ApiError && !UNREACHABLE_ERRORS.has(error.code)
    if (isRejected && getSession()?.sessionId === sessionId)
      applyTo(id, () => ({ ...EMPTY, id, shown: failed(notStarted, error) }))
    return
  }
  await loadOpened(id, isClaimed)
}

/**
 * Sends a decision or an answer about the open case. If it is rejected because the case has changed, keeps its texts, since
 * the reloaded case may no longer show their form.
 */
export async function keepingTexts<Result>(texts: readonly string[], request: () => Promise<Result>): Promise<Result> {
  const { id } = useOpenCase.getState()
  try {
    return await request()
  } catch (error) {
    if (id && isApiError(error, 'CONFLICT')) applyTo(id, () => ({ rejectedTexts: texts.filter(isVisible) }))
    throw error
  }
}

/** Loads the open case again, after a change of it. */
export async function reloadCase(): Promise<void> {
  const { id } = useOpenCase.getState()
  if (id) await loadShown(id)
}

/**
 * Renews the claim of the open case, at most once a minute unless `force` is set. Throws when that fails, for example
 * because another admin has it.
 */
export async function renewClaim(force = false): Promise<void> {
  const { id, claimedUntil } = useOpenCase.getState()
  if (id && claimedUntil && (force || Date.now() - requestedAt > RENEWAL_INTERVAL_MS)) await claim(id)
}
