import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type {} from '@app/server/testing/infra'
import { inject } from 'vitest'
import { root } from '../infra/paths.mjs'

type Options = { env: Record<string, string>; stderr?: 'inherit' | 'pipe' }

/** Starts a service as a separate process. Its environment is only `env` and `PATH`; it logs nothing. */
export const spawnService = (service: string, { env, stderr = 'inherit' }: Options): ChildProcess =>
  spawn(process.execPath, [join(inject('programs'), service, 'main.js')], {
    stdio: ['ignore', 'ignore', stderr],
    cwd: root,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
  })
