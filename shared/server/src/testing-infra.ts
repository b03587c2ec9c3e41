import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database and the Redis of this test run; `template_salong` there is migrated. */
    testInfra: { databaseUrl: string; redisUrl: string }
  }
}
