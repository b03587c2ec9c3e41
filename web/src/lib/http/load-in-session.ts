import { failed, type Loadable, loaded, loading } from './loadable.ts'
import { getSession } from './session.ts'

/** The number of the request for the data of each response. Other data in a store comes from a local change. */
const requestNumbers = new WeakMap<object, number>()

let lastRequestNumber = 0

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** Returns the number of the request whose response the data is; undefined for other data. */
const requestNumberOf = (data: unknown): number | undefined => (isObject(data) ? requestNumbers.get(data) : undefined)

/**
 * Loads data, and passes each change of its state to `apply`: loading, then loaded or failed. A response that arrives
 * after the session has changed is dropped, because it belongs to another member; so is one that arrives after the
 * response to a later request for the same data. If the data was changed locally meanwhile, the response may be older
 * than that change, so it is dropped and the data is requested again.
 */
export async function loadInSession<Data>(
  request: () => Promise<Data>,
  apply: (change: (previous: Loadable<Data>) => Loadable<Data>) => void,
): Promise<void> {
  const sessionId = getSession()?.sessionId
  lastRequestNumber += 1
  const requestNumber = lastRequestNumber
  let dataBefore: Data | undefined
  apply((previous) => {
    dataBefore = previous.data
    return loading(previous)
  })
  let isOutdated = false
  const result = await request().then(
    (data) => {
      if (isObject(data)) requestNumbers.set(data, requestNumber)
      return (previous: Loadable<Data>) => {
        isOutdated = previous.data !== dataBefore && requestNumberOf(previous.data) === undefined
        return isOutdated ? previous : loaded(data)
      }
    },
    (error: unknown) => (previous: Loadable<Data>) => failed(previous, error),
  )
  if (getSession()?.sessionId !== sessionId) return
  apply((previous) => ((requestNumberOf(previous.data) ?? 0) > requestNumber ? previous : result(previous)))
  if (isOutdated) await loadInSession(request, apply)
}
