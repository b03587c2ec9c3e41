import { create } from 'zustand'
import { useSessionState } from '../http/session.ts'

/** The dialog that the member has requested: one that blocks the named member, or one that ends their block. */
export type BlockRequest = { kind: 'block' | 'end'; name: string }

type State = {
  /** The open dialog; null if none is open. */
  request: BlockRequest | null
  /** The number of requests, which distinguishes them. */
  count: number
  /** The member whose block is being sent. */
  blocking: string | null
}

export const useBlockRequest = create<State>(() => ({ request: null, count: 0, blocking: null }))

const open = (request: BlockRequest): void => useBlockRequest.setState(({ count }) => ({ request, count: count + 1 }))

/** Opens the dialog that blocks a member. Its code loads with the first request. */
export const requestBlock = (name: string): void => open({ kind: 'block', name })

/** Opens the dialog that ends the block of a member. */
export const requestEndOfBlock = (name: string): void => open({ kind: 'end', name })

export const closeBlockDialog = (): void => useBlockRequest.setState({ request: null })

export const setBlocking = (blocking: string | null): void => useBlockRequest.setState({ blocking })

/**
 * Returns whether the block of a member is being sent from this page, which removes their rows itself once the server
 * has stored it.
 */
export const isBlocking = (name: string | undefined): boolean =>
  name !== undefined && useBlockRequest.getState().blocking === name

useSessionState.subscribe(({ session }) => {
  if (!session) useBlockRequest.setState({ request: null, blocking: null })
})
