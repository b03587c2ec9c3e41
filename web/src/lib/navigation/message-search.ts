import type { Id } from '@app/contract/base'

/** The parameter that opens the search in messages: `all`, or the chat (`c101`) or group (`g7`) to search in. */
export const FIND = 'find'

export const FIND_EVERYWHERE = `/chats?${FIND}=all`
export const findInChatUrl = (id: Id): string => `/chats?id=${id}&${FIND}=c${id}`
export const findInGroupUrl = (id: Id): string => `/groups?id=${id}&${FIND}=g${id}`

/** Returns the URL of the search in messages that the member came from; undefined if they came from elsewhere. */
export const previousSearchUrl = (state: unknown): string | undefined => {
  const from = (state as { from?: string } | null)?.from
  return from?.includes(`${FIND}=`) ? from : undefined
}
