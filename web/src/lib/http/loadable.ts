import { logToServer } from '../feedback/client-log.ts'
import { ApiError } from './api-error.ts'

/** Fetched data. While it reloads, or after a failed reload, the old data stays. */
export type Loadable<Data> =
  | { state: 'notStarted'; data?: Data }
  | { state: 'loading'; data?: Data }
  | { state: 'loaded'; data: Data }
  | { state: 'failed'; data?: Data; error: ApiError }

export const notStarted: Loadable<never> = { state: 'notStarted' }
export const loaded = <Data>(data: Data): Loadable<Data> => ({ state: 'loaded', data })
export const loading = <Data>(previous: Loadable<Data>): Loadable<Data> => ({ state: 'loading', data: previous.data })

/** Converts an unexpected error, such as a response that cannot be processed, and logs it. */
function toUnexpectedError(error: unknown): ApiError {
  logToServer('error', String(error), error instanceof Error ? error.stack : undefined)
  return new ApiError('UNKNOWN', String(error))
}

export const failed = <Data>(previous: Loadable<Data>, error: unknown): Loadable<Data> => ({
  state: 'failed',
  data: previous.data,
  error: error instanceof ApiError ? error : toUnexpectedError(error),
})

/** Returns the same state with changed data, if there is data. */
export const mapData = <Data>(previous: Loadable<Data>, change: (data: Data) => Data): Loadable<Data> =>
  previous.data === undefined ? previous : ({ ...previous, data: change(previous.data) } as Loadable<Data>)
