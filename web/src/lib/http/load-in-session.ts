import { failed, type Loadable, loaded, loading } from './loadable.ts'
import { getSession } from './session.ts'

/**
 * Loads data, and passes each change of its state to `apply`: loading, then loaded or failed. A response that arrives
 * after the session has changed is dropped, because it belongs to another member.
 */
export async function loadInSession<Data>(
  request: () => Promise<Data>,
  apply: (change: (previous: Loadable<Data>) => Loadable<Data>) => void,
): Promise<void> {
  const sessionId = getSession()?.sessionId
  apply(loading)
  const result = await request().then(
    (data) => () => loaded(data),
    (error: unknown) => (previous: Loadable<Data>) => failed(previous, error),
  )
  if (getSession()?.sessionId === sessionId) apply(result)
}
