import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The servers of this test run. `databaseUrl` logs in as the superuser and names the maintenance database;
     * `ownerUrl` and `appUrl` log in as those roles and name the migrated database `template_salong`.
     */
    testInfra: { databaseUrl: string; ownerUrl: string; appUrl: string; redisUrl: string }
    /** The folder with the bundled services, such as `worker/main.js`, for the projects that start processes. */
    programs: string
  }
}
