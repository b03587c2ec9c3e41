import type { Schedule } from '@app/server/delivery/jobs'

const HOUR_MS = 60 * 60 * 1_000

/** The repeated jobs. The relay registers them every time, since an emptied Redis loses them. */
export const SCHEDULES: Schedule[] = [
  { id: 'measure-store', every: 6 * HOUR_MS, job: { name: 'upkeep:measure-store', payload: {} } },
  { id: 'tidy', pattern: '17 * * * *', job: { name: 'upkeep:tidy', payload: {} } },
  { id: 'digests', pattern: '0 8 * * *', job: { name: 'digests:write', payload: {} } },
  { id: 'remind', pattern: '*/5 * * * *', job: { name: 'events:remind', payload: {} } },
]
