import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The servers of this test run. `databaseUrl` is that of the superuser and names the maintenance database; the other two
     * are those of the roles, and name `template_salong`, which is migrated.
     */
    testInfra: { databaseUrl: string; ownerUrl: string; appUrl: string; redisUrl: string }
  }
}
