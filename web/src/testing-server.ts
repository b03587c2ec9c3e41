import { setupServer } from 'msw/node'

/** The mock server for client tests, which `setUpFreshDevice` starts. An unexpected request fails the test. */
export const server = setupServer()
