import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The servers of this test run. `databaseUrl` is for the superuser and names the maintenance database; the other
     * two are for the roles, and name `template_salong`, which is migrated.
     */
    testInfra: { databaseUrl: string; ownerUrl: string; appUrl: string; redisUrl: string }
  }
}
