import { ApiError } from '../http/api-error.ts'

/** Passes the server's field errors to `setError`. The banner lists them as well. */
export function forEachFieldError(error: unknown, setError: (path: string, message: string) => void): void {
  if (error instanceof ApiError) for (const { path, message } of error.fields) setError(path, message)
}
