import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterTest, TEST_SECRET } from '@app/server/testing/context'
import type { WorkerCtx } from './context.ts'

export const photoFolder = ({ config }: Pick<WorkerCtx, 'config'>): string =>
  config.photoStore.kind === 'FOLDER' ? config.photoStore.folder : ''

/** Sets the clock of a process to shortly after eight in the morning. */
const MORNING_CLOCK = fileURLToPath(new URL('../../../scripts/test-infra/eight-o-clock.mjs', import.meta.url))

/** Starts a worker as in production; with `inTheMorning` at the time when digests are sent. */
export function aWorkerProcess(ctx: Pick<WorkerCtx, 'config'>, { inTheMorning = false } = {}) {
  const clock = inTheMorning ? ['--import', MORNING_CLOCK] : []
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [...clock, '--import', 'tsx', program], {
    stdio: 'ignore',
    // The folder of its tsconfig.json.
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: ctx.config.databaseUrl,
      REDIS_URL: ctx.config.redisUrl,
      PHOTO_STORE: `file:${photoFolder(ctx)}`,
      SESSION_SECRET: TEST_SECRET,
      SMTP_URL: ctx.config.smtpUrl,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  return child
}
