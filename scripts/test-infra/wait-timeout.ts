import { vi } from 'vitest'

const waitFor = vi.waitFor

/**
 * Replaces the default timeout of `vi.waitFor`, one second, which cannot be configured. The new one detects tests that
 * hang, with a margin for slow machines.
 */
vi.waitFor = (check, options = { timeout: 20_000 }) => waitFor(check, options)
