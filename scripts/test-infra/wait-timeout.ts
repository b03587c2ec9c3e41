import { vi } from 'vitest'

const waitFor = vi.waitFor

/**
 * Detects tests that hang, with a margin for slow machines. Vitest's own default of one second cannot be configured.
 */
vi.waitFor = (check, options = { timeout: 20_000 }) => waitFor(check, options)
