import { HOUR_MS } from '@app/contract/limits'
import type { Schedule } from '@app/server/delivery/jobs'

const MINUTE_MS = 60 * 1_000

/** The repeated jobs. The relay registers them every time, since an emptied Redis loses them. */
export const SCHEDULES: Schedule[] = [
  { id: 'measure-store', every: 6 * HOUR_MS, job: { name: 'upkeep:measure-store', payload: {} } },
  { id: 'safety', every: MINUTE_MS, job: { name: 'upkeep:safety', payload: {} } },
  { id: 'tidy', pattern: '17 * * * *', job: { name: 'upkeep:tidy', payload: {} } },
  { id: 'digests', pattern: '0 8 * * *', job: { name: 'digests:write', payload: {} } },
  { id: 'remind', pattern: '*/5 * * * *', job: { name: 'events:remind', payload: {} } },
]
