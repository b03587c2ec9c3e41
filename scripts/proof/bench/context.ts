import type pg from 'pg'
import type { IsolatedStack } from '../common/isolated-stack.ts'
import type { BenchOptions } from './options.ts'
import type { World } from './world.ts'

/**
 * The context of all parts of the benchmark: the running stack, its database, members with sessions, and the options.
 */
export type BenchContext = { stack: IsolatedStack; pool: pg.Pool; world: World; options: BenchOptions }
