import { ApiError } from './api-error.ts'

/** Puts what the server says of single fields where they stand. The banner lists it as well. */
export function forEachFieldError(error: unknown, setError: (path: string, message: string) => void): void {
  if (error instanceof ApiError) for (const { path, message } of error.fields) setError(path, message)
}
