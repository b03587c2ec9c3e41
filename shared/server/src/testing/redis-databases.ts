import { inject } from 'vitest'
import type {} from './infra.ts'

/**
 * The test files with a Redis database of their own, because all files use the same names of queues and keys, and the
 * same member ids. The number of a file's database is its position here, so no two files share one; database 0 is for
 * all other files.
 */
const FILES = [
  'scripts/deployment/board.test.ts',
  'scripts/deployment/service-role.test.ts',
  'services/gateway/src/accounts/password-attempts.test.ts',
  'services/gateway/src/ads/ads.test.ts',
  'services/gateway/src/blocks/blocks.test.ts',
  'services/gateway/src/decisions/killed-gateway.test.ts',
  'services/gateway/src/deletion/deletion.test.ts',
  'services/gateway/src/events/calendar-limits.test.ts',
  'services/gateway/src/exports/exports.test.ts',
  'services/gateway/src/games/games.test.ts',
  'services/gateway/src/groups/invites.test.ts',
  'services/gateway/src/http/connections/unread-bodies.test.ts',
  'services/gateway/src/http/log.test.ts',
  'services/gateway/src/http/request-metrics.test.ts',
  'services/gateway/src/limits/counters.test.ts',
  'services/gateway/src/limits/limits.test.ts',
  'services/gateway/src/limits/logins.test.ts',
  'services/gateway/src/limits/members-seen.test.ts',
  'services/gateway/src/local-inbox/local-inbox.test.ts',
  'services/gateway/src/movie/movie.test.ts',
  'services/gateway/src/news/comments.test.ts',
  'services/gateway/src/operations/failed-jobs.test.ts',
  'services/gateway/src/passkeys/recovery-codes.test.ts',
  'services/gateway/src/photos/uploads.test.ts',
  'services/gateway/src/reports/filing.test.ts',
  'services/gateway/src/reports/hostile.test.ts',
  'services/gateway/src/reports/notices.test.ts',
  'services/hub/src/operations/sample-recorder.test.ts',
  'services/worker/src/board/board.test.ts',
  'services/worker/src/decks/killed-worker.test.ts',
  'services/worker/src/digests/killed-worker.test.ts',
  'services/worker/src/digests/queues.test.ts',
  'services/worker/src/metrics.test.ts',
  'services/worker/src/notifications/notifications.test.ts',
  'services/worker/src/operations/measure-photo-store.test.ts',
  'services/worker/src/operations/sampler.test.ts',
  'services/worker/src/photos/killed-worker.test.ts',
  'services/worker/src/queues.test.ts',
  'services/worker/src/safety/killed-worker.test.ts',
  'services/worker/src/upkeep/purge-sessions.test.ts',
  'services/worker/src/upkeep/relay.test.ts',
  'services/worker/src/worker.test.ts',
  'shared/server/src/delivery/jobs.test.ts',
] as const

/** Returns the URL of the Redis database of a test file, whose `import.meta.url` is passed. Throws if it has none. */
export function ownRedisUrl(testFile: string): string {
  const index = FILES.findIndex((path) => testFile.endsWith(`/${path}`))
  if (index < 0) throw new Error(`${testFile} is not listed among the files with a Redis database of their own`)
  const url = new URL(inject('testInfra').redisUrl)
  url.pathname = `/${index + 1}`
  return url.href
}
