import type { Reaction } from '@app/contract/reactions'
import { create } from 'zustand'
import { useConnectivity } from '../../lib/device/online.ts'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { useSessionState } from '../../lib/http/session.ts'
import { getTexts } from '../../lib/text/texts.ts'
import { extrasTexts } from './extras-texts.ts'

type PendingReactions = {
  /** The reaction that the member chose last for each message, until the server has stored it; null to remove theirs. */
  byId: ReadonlyMap<string, Reaction | null>
}

export const usePendingReactions = create<PendingReactions>(() => ({ byId: new Map() }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) usePendingReactions.setState({ byId: new Map() })
})

function setPending(id: string, reaction: Reaction | null | undefined): void {
  usePendingReactions.setState(({ byId }) => {
    const next = new Map(byId)
    if (reaction === undefined) next.delete(id)
    else next.set(id, reaction)
    return { byId: next }
  })
}

const sending = new Set<string>()

type Request = {
  id: string
  reaction: Reaction | null
  /** Sends the reaction, and applies it to the loaded message. */
  send: (reaction: Reaction | null) => Promise<void>
}

/**
 * Shows the member's reaction immediately and stores it, with one request at a time for each message: only the last
 * choice counts. If that fails, shows the previous reactions and the error. While offline, only shows a toast.
 */
export async function react({ id, reaction, send }: Request): Promise<void> {
  if (!useConnectivity.getState().online) {
    showToast({ text: getTexts(extrasTexts)('offline') })
    return
  }
  setPending(id, reaction)
  if (sending.has(id)) return
  sending.add(id)
  try {
    for (let sent: Reaction | null | undefined; sent !== usePendingReactions.getState().byId.get(id); ) {
      sent = usePendingReactions.getState().byId.get(id)
      if (sent !== undefined) await send(sent)
    }
  } catch (error) {
    showErrorToast(error)
  } finally {
    sending.delete(id)
    setPending(id, undefined)
  }
}
