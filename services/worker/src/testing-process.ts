import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterwards, TEST_SECRET } from '@app/server/testing'
import type { WorkerCtx } from './context.ts'

export const photoFolder = ({ config }: Pick<WorkerCtx, 'config'>): string =>
  config.photoStore.kind === 'FOLDER' ? config.photoStore.folder : ''

/** A worker as it is started in earnest. */
export function aWorkerProcess(ctx: Pick<WorkerCtx, 'config'>) {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url))], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: ctx.config.databaseUrl,
      REDIS_URL: ctx.config.redisUrl,
      PHOTO_STORE: `file:${photoFolder(ctx)}`,
      SESSION_SECRET: TEST_SECRET,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  afterwards(async () => void child.kill('SIGKILL'))
  return child
}
