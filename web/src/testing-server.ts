import { setupServer } from 'msw/node'

/** The mock server for client tests. An unexpected request fails the test. */
export const server = setupServer()
