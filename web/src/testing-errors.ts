// A query that fails describes the whole document. While a test waits for an element, the query fails many times and only
// the last description is read. This module describes the document when the message is read.
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  getElementError(message, container) {
    const error = new Error(message ?? undefined)
    error.name = 'TestingLibraryElementError'
    let description: string | undefined
    Object.defineProperty(error, 'message', {
      configurable: true,
      get() {
        description ??= getElementError(message, container).message
        return description
      },
      set(text: string) {
        description = text
      },
    })
    return error
  },
})
