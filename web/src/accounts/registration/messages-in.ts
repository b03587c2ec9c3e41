type Errors = { [key: string]: unknown }

/**
 * Returns every message in a tree of field errors: the named fields in the given order, each with its nested errors.
 */
export function messagesIn(errors: Errors, fields: readonly string[] = Object.keys(errors)): string[] {
  return fields.flatMap((field) => {
    const error = errors[field]
    if (field === 'ref' || typeof error !== 'object' || error === null) return []
    return 'message' in error && typeof error.message === 'string' ? [error.message] : messagesIn(error as Errors)
  })
}
