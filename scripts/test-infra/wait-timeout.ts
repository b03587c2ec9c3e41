import { vi } from 'vitest'

const waitFor = vi.waitFor

/** Limits for what hangs, not measures: a busy machine may take its time. Vitest's own waits end after a second and cannot be configured. */
vi.waitFor = (check, options = { timeout: 20_000 }) => waitFor(check, options)
