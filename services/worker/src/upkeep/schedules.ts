import type { Schedule } from '@app/server/delivery/jobs'

const HOUR = 60 * 60 * 1_000

/** Repeated jobs. An emptied Redis loses them, so the relay registers them again. */
export const SCHEDULES: Schedule[] = [
  { id: 'measure-store', every: 6 * HOUR, job: { name: 'upkeep:measure-store', payload: {} } },
  { id: 'tidy', pattern: '17 * * * *', job: { name: 'upkeep:tidy', payload: {} } },
  { id: 'digests', pattern: '0 8 * * *', job: { name: 'digests:write', payload: {} } },
  { id: 'remind', pattern: '*/5 * * * *', job: { name: 'events:remind', payload: {} } },
]
