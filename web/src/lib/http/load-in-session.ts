import { failed, type Loadable, loaded, loading } from './loadable.ts'
import { getSession } from './session.ts'

/** The data of responses. Other data in a store comes from a local change. */
const responses = new WeakSet<object>()

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/**
 * Loads data, and passes each change of its state to `apply`: loading, then loaded or failed. A response that arrives
 * after the session has changed is dropped, because it belongs to another member. If the data was changed locally
 * meanwhile, the response may be older than that change, so it is dropped and the data is requested again.
 */
export async function loadInSession<Data>(
  request: () => Promise<Data>,
  apply: (change: (previous: Loadable<Data>) => Loadable<Data>) => void,
): Promise<void> {
  const sessionId = getSession()?.sessionId
  let dataBefore: Data | undefined
  apply((previous) => {
    dataBefore = previous.data
    return loading(previous)
  })
  let isOutdated = false
  const result = await request().then(
    (data) => {
      if (isObject(data)) responses.add(data)
      return (previous: Loadable<Data>) => {
        isOutdated = previous.data !== dataBefore && !(isObject(previous.data) && responses.has(previous.data))
        return isOutdated ? previous : loaded(data)
      }
    },
    (error: unknown) => (previous: Loadable<Data>) => failed(previous, error),
  )
  if (getSession()?.sessionId !== sessionId) return
  apply(result)
  if (isOutdated) await loadInSession(request, apply)
}
