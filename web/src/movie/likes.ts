import type { Id } from '@app/contract/base'
import type { MovieEntry } from '@app/contract/movie'
import { isApiError } from '../lib/api-error.ts'
import { useSessionState } from '../lib/session.ts'
import { textsNow } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { postLike } from './api.ts'
import { changeEntry, entryOf, onGone, setWishes } from './store.ts'
import { movieTexts } from './texts.ts'

/** Of each entry that I have changed my mind about: what the server knows, while it is being told. */
const known = new Map<Id, boolean>()

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) known.clear()
})

const liked = (entry: MovieEntry, like: boolean): MovieEntry =>
  entry.iLike === like ? entry : { ...entry, iLike: like, likes: Math.max(0, entry.likes + (like ? 1 : -1)) }

setWishes((entry) => (known.has(entry.id) ? liked(entry, entryOf(entry.id)?.iLike ?? entry.iLike) : entry))

const show = (id: Id, like: boolean): void => changeEntry(id, (entry) => liked(entry, like))

function onRefusal(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) {
    onGone(id)
    showToast({ text: textsNow(movieTexts)('gone') })
  } else {
    show(id, known.get(id) ?? false)
    showErrorToast(error)
  }
}

/** One call at a time; what I want by the time that it is answered is what is told next. */
async function tell(id: Id): Promise<void> {
  const login = useSessionState.getState().session?.sessionId
  const isOver = () => useSessionState.getState().session?.sessionId !== login
  try {
    for (;;) {
      const wish = entryOf(id)?.iLike
      if (wish === undefined || wish === known.get(id)) return
      await postLike(id, wish)
      if (isOver()) return
      known.set(id, wish)
    }
  } catch (error) {
    if (!isOver()) onRefusal(id, error)
  } finally {
    if (!isOver()) known.delete(id)
  }
}

/** Changes my mind at once on the screen; a refusal takes it back and says so. */
export function toggleLike({ id }: Pick<MovieEntry, 'id'>): void {
  const entry = entryOf(id)
  if (!entry || entry.mine) return
  show(id, !entry.iLike)
  if (known.has(id)) return
  known.set(id, entry.iLike)
  void tell(id)
}
