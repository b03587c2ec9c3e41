type Errors = { [key: string]: unknown }

/** Every message in a tree of field errors: the named fields in their order, then what lies inside of them. */
export function messagesIn(errors: Errors, fields: readonly string[] = Object.keys(errors)): string[] {
  return fields.flatMap((field) => {
    const error = errors[field]
    if (field === 'ref' || typeof error !== 'object' || error === null) return []
    return 'message' in error && typeof error.message === 'string' ? [error.message] : messagesIn(error as Errors)
  })
}
