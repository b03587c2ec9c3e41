import type { Id } from '@app/contract/base'
import type { MovieEntry } from '@app/contract/movie'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { postLike } from './api.ts'
import { changeEntry, entryOf, onDeleted, setPendingLikes } from './store.ts'
import { movieTexts } from './texts.ts'

/** The like state known to the server, for each entry with a like request in flight. */
const confirmed = new Map<Id, boolean>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) confirmed.clear()
})

const withLike = (entry: MovieEntry, like: boolean): MovieEntry =>
  entry.iLike === like ? entry : { ...entry, iLike: like, likes: Math.max(0, entry.likes + (like ? 1 : -1)) }

setPendingLikes((entry) => (confirmed.has(entry.id) ? withLike(entry, entryOf(entry.id)?.iLike ?? entry.iLike) : entry))

const showLike = (id: Id, like: boolean): void => changeEntry(id, (entry) => withLike(entry, like))

function onRejection(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) {
    onDeleted(id)
    showToast({ text: getTexts(movieTexts)('gone') })
  } else {
    showLike(id, confirmed.get(id) ?? false)
    showErrorToast(error)
  }
}

/** Sends one request at a time; after each response, sends the latest choice if it differs. */
async function sendLike(id: Id): Promise<void> {
  const sessionId = useSessionState.getState().session?.sessionId
  const hasLoggedOut = () => useSessionState.getState().session?.sessionId !== sessionId
  try {
    for (;;) {
      const like = entryOf(id)?.iLike
      if (like === undefined || like === confirmed.get(id)) return
      await postLike(id, like)
      if (hasLoggedOut()) return
      confirmed.set(id, like)
    }
  } catch (error) {
    if (!hasLoggedOut()) onRejection(id, error)
  } finally {
    if (!hasLoggedOut()) confirmed.delete(id)
  }
}

/** Toggles the like optimistically; rolls back with a toast when the server rejects it. */
export function toggleLike({ id }: Pick<MovieEntry, 'id'>): void {
  const entry = entryOf(id)
  if (!entry || entry.mine) return
  showLike(id, !entry.iLike)
  if (confirmed.has(id)) return
  confirmed.set(id, entry.iLike)
  void sendLike(id)
}
