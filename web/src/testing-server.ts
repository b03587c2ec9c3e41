import { setupServer } from 'msw/node'

/** The mock server for client tests, which `setUpFreshDevice` starts. A request without a handler fails. */
export const server = setupServer()
