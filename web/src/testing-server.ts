import { setupServer } from 'msw/node'

/** The mock server for client tests. A call that the test does not expect fails it. */
export const server = setupServer()
