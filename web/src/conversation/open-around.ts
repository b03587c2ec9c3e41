import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { isApiError } from '../lib/http/api-error.ts'
import { type Conversation, createMiddleRange, type Entry, type Page } from './conversation.ts'
import type { Loaders } from './loads.ts'

type Source<Message extends Entry, PageResponse extends Page<Message>> = Pick<
  Loaders<Message, PageResponse>,
  'beginOpening' | 'catchUp' | 'loadRange' | 'requestInitialRange'
> & {
  find: (id: Id) => Conversation<Message> | null
  getAround: (id: Id, around: Id, limit: number) => Promise<PageResponse>
  /** Shows a cached copy of a conversation that is not loaded, until the server responds. */
  showCached?: (id: Id) => Promise<unknown>
}

/**
 * Creates the function that opens a conversation at a message: it catches up a range with that message, else loads the
 * messages around it. Returns false if the message does not exist.
 */
export const createOpenAround =
  <Message extends Entry, PageResponse extends Page<Message>>({
    find,
    getAround,
    showCached,
    ...loaders
  }: Source<Message, PageResponse>) =>
  async (id: Id, messageId: Id): Promise<boolean> => {
    const isLoaded = () => find(id)?.messages.some((message) => message.id === messageId) ?? false
    const isLatest = loaders.beginOpening(id)
    if (isLoaded()) {
      await loaders.catchUp(id)
      // Catching up may have replaced a range that was too far behind.
      if (isLoaded() || !isLatest()) return true
    }
    let isFound = true
    const request = async () => {
      try {
        const response = await getAround(id, messageId, PAGE_DEFAULT)
        return { response, conversation: createMiddleRange(response) }
      } catch (error) {
        if (!isApiError(error, 'NOT_FOUND') && !isApiError(error, 'VALIDATION')) throw error
        isFound = false
        return loaders.requestInitialRange(id)
      }
    }
    await loaders.loadRange(id, request, find(id) ? undefined : showCached?.(id))
    return isFound
  }
