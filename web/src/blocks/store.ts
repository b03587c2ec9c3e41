import type { Id } from '@app/contract/base'
import type { Block } from '@app/contract/members/blocks'
import { create } from 'zustand'
import { isApiError } from '../lib/http/api-error.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getBlocks, postEnd } from './api.ts'

const EMPTY: { blocks: Loadable<readonly Block[]> } = { blocks: notStarted }

/** The members whom this member has blocked, latest first. */
export const useBlocks = create(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useBlocks.setState(EMPTY)
})

export const loadBlocks = (): Promise<void> =>
  loadInSession<readonly Block[]>(getBlocks, (change) =>
    useBlocks.setState(({ blocks }) => ({ blocks: change(blocks) })),
  )

/** Loads the blocks again if this page has begun to load them before. */
export function refreshBlocks(): void {
  if (useBlocks.getState().blocks.state !== 'notStarted') void loadBlocks()
}

// Pushes that the hub sent while the connection was interrupted are lost.
useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) refreshBlocks()
})

const removeBlock = (id: Id): void =>
  useBlocks.setState(({ blocks }) => ({ blocks: mapData(blocks, (list) => list.filter((block) => block.id !== id)) }))

/** Ends a block. One that no longer exists counts as ended; throws every other error. */
export async function endBlock({ id }: Block): Promise<void> {
  await postEnd(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  removeBlock(id)
}
