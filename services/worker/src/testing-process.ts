import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterTest, TEST_SECRET } from '@app/server/testing/context'
import type {} from '@app/server/testing/infra'
import { inject } from 'vitest'
import type { WorkerCtx } from './context.ts'

/** Returns the folder of the photo store. */
export const getPhotoFolder = ({ config }: Pick<WorkerCtx, 'config'>): string =>
  config.photoStore.kind === 'FOLDER' ? config.photoStore.folder : ''

/** The module that sets the clock of a process to shortly after eight in the morning. */
const MORNING_CLOCK = fileURLToPath(new URL('../../../scripts/test-infra/eight-o-clock.mjs', import.meta.url))

/** Starts a worker in its own process. `inTheMorning` sets its clock to the time when digests are sent. */
export function aWorkerProcess(ctx: Pick<WorkerCtx, 'config'>, { inTheMorning = false } = {}) {
  const clock = inTheMorning ? ['--import', MORNING_CLOCK] : []
  const child = spawn(process.execPath, [...clock, join(inject('programs'), 'worker/main.js')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: ctx.config.databaseUrl,
      REDIS_URL: ctx.config.redisUrl,
      PHOTO_STORE: `file:${getPhotoFolder(ctx)}`,
      SESSION_SECRET: TEST_SECRET,
      SMTP_URL: ctx.config.smtpUrl,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  return child
}
