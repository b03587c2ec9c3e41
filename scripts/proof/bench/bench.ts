import type pg from 'pg'
import type { OwnStack } from '../common/own-stack.ts'
import type { BenchOptions } from './options.ts'
import type { World } from './world.ts'

/** The running stack that the parts of the benchmark measure. */
export type Bench = { stack: OwnStack; pool: pg.Pool; world: World; options: BenchOptions }
