import type { ChatStatus } from '@app/contract/chats'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getStatus } from './api.ts'
import type { ChatsState } from './state.ts'
import { useChats } from './store.ts'

/** The chat statuses of the members whose profiles were opened. */
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

/** Returns a key that changes when a change of the chat may mean another status. */
function statusKey({ known }: ChatsState, name: string): string {
  const found = [...known.values()].find(({ chat }) => chat?.partner.userName === name)?.chat
  return found ? [found.chatId, found.state, found.iAmIgnoring, found.theyAreIgnoring].join() : ''
}

/** Returns the loaded chat status with a member. */
export const useKnownStatus = (name: string): ChatStatus | undefined =>
  useStatuses(({ statuses }) => statuses.get(name)?.data)

/** Returns the names of the members with a loaded status whom this member ignores. */
export function useIgnored(): ReadonlySet<string> {
  const statuses = useStatuses((state) => state.statuses)
  return useMemo(() => {
    const ignored = [...statuses].filter(([, { data }]) => data?.status === 'IGNORING')
    return new Set(ignored.map(([name]) => name))
  }, [statuses])
}

/** Returns the chat status with a member, reloaded when the chat with them changes. */
export function useStatus(name: string): Loadable<ChatStatus> {
  const key = useChats((state) => statusKey(state, name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed key triggers a reload.
  useEffect(() => void loadStatus(name), [name, key])
  return useStatuses(({ statuses }) => statuses.get(name)) ?? notStarted
}
