import type { ChatStatus } from '@app/contract/chats'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getStatus } from './api.ts'
import type { ChatsState } from './state.ts'
import { useChats } from './store.ts'

/** The chat statuses that were requested, by member name. */
const useStatuses = create<{ statuses: ReadonlyMap<string, Loadable<ChatStatus>> }>(() => ({ statuses: new Map() }))

const statusOf = (name: string): Loadable<ChatStatus> => useStatuses.getState().statuses.get(name) ?? notStarted

const setStatus = (name: string, status: Loadable<ChatStatus>): void =>
  useStatuses.setState(({ statuses }) => ({ statuses: new Map(statuses).set(name, status) }))

export const clearStatuses = (): void => useStatuses.setState({ statuses: new Map() })

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) clearStatuses()
})

/**
 * Loads the chat status with a member. Drops the response if another request has begun since, or the status was removed,
 * because the response may then be older.
 */
export async function loadStatus(name: string): Promise<void> {
  const pending = loading(statusOf(name))
  setStatus(name, pending)
  const status = await getStatus(name).then(loaded, (error: unknown) => failed(pending, error))
  if (statusOf(name) === pending) setStatus(name, status)
}

/** Returns a key that changes when the chat changes in a way that may affect the status. */
function statusKey({ known }: ChatsState, name: string): string {
  const chat = [...known.values()].find((entry) => entry.chat?.partner.userName === name)?.chat
  return chat ? [chat.chatId, chat.state, chat.iAmIgnoring, chat.theyAreIgnoring].join() : ''
}

/** Returns the chat status with a member, without loading it. */
export const useKnownStatus = (name: string): Loadable<ChatStatus> =>
  useStatuses(({ statuses }) => statuses.get(name)) ?? notStarted

/** Returns the names of the members with a loaded status whom this member ignores. */
export function useIgnored(): ReadonlySet<string> {
  const statuses = useStatuses((state) => state.statuses)
  return useMemo(() => {
    const ignored = [...statuses].filter(([, { data }]) => data?.status === 'IGNORING')
    return new Set(ignored.map(([name]) => name))
  }, [statuses])
}

/** Loads and returns the chat status with a member, and reloads it when the chat with them changes. */
export function useStatus(name: string): Loadable<ChatStatus> {
  const key = useChats((state) => statusKey(state, name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed key triggers a reload.
  useEffect(() => void loadStatus(name), [name, key])
  return useKnownStatus(name)
}

/** Removes the status of a blocked member. */
export const removeStatus = (name: string): void =>
  useStatuses.setState(({ statuses }) => ({ statuses: new Map([...statuses].filter(([other]) => other !== name)) }))
