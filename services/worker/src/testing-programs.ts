import { join } from 'node:path'
import type {} from '@app/server/testing/infra'
import { inject, vi } from 'vitest'
import * as childProcesses from './child-processes.ts'

// Child processes run bundles as in production; bundles also start faster than sources.
vi.spyOn(childProcesses, 'resolveProgram').mockImplementation((_, name) =>
  join(inject('programs'), 'worker', `${name}.js`),
)
