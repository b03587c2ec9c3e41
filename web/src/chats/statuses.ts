import type { ChatStatus } from '@app/contract/chats'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { getStatus } from './api.ts'
import type { ChatsState } from './state.ts'
import { useChats } from './store.ts'

/** What stands between me and the members whose pages I have opened. */
const useStatuses = create<{ statuses: ReadonlyMap<string, Loadable<ChatStatus>> }>(() => ({ statuses: new Map() }))

const statusOf = (name: string): Loadable<ChatStatus> => useStatuses.getState().statuses.get(name) ?? notStarted

const setStatus = (name: string, status: Loadable<ChatStatus>): void =>
  useStatuses.setState(({ statuses }) => ({ statuses: new Map(statuses).set(name, status) }))

export const clearStatuses = (): void => useStatuses.setState({ statuses: new Map() })

export async function loadStatus(name: string): Promise<void> {
  const { login } = useChats.getState()
  setStatus(name, loading(statusOf(name)))
  const answer = await getStatus(name).then(loaded, (error: unknown) => failed(statusOf(name), error))
  if (useChats.getState().login === login) setStatus(name, answer)
}

/** Changes whenever what is known of the chat with somebody may mean another status. */
function statusKey({ known }: ChatsState, name: string): string {
  const found = [...known.values()].find(({ chat }) => chat?.partner.userName === name)?.chat
  return found ? [found.chatId, found.state, found.iAmIgnoring, found.theyAreIgnoring].join() : ''
}

/** What is known to stand between me and somebody. */
export const useKnownStatus = (name: string): ChatStatus | undefined =>
  useStatuses(({ statuses }) => statuses.get(name)?.data)

/** Those of them whom I ignore. */
export function useIgnored(): ReadonlySet<string> {
  const statuses = useStatuses((state) => state.statuses)
  return useMemo(() => {
    const ignored = [...statuses].filter(([, { data }]) => data?.status === 'IGNORING')
    return new Set(ignored.map(([name]) => name))
  }, [statuses])
}

/** What stands between me and somebody, asked for anew when the chat between us changes. */
export function useStatus(name: string): Loadable<ChatStatus> {
  const key = useChats((state) => statusKey(state, name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sign is the reason to ask again.
  useEffect(() => void loadStatus(name), [name, key])
  return useStatuses(({ statuses }) => statuses.get(name)) ?? notStarted
}
