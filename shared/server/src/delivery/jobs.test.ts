import { DAY_MS } from '@app/contract/limits'
import { expect, test } from 'vitest'
import { afterTest } from '../testing/context.ts'
import { ownRedisUrl } from '../testing/redis-databases.ts'
import { createJobs } from './jobs.ts'

test('updates a schedule whose payload has changed', async () => {
  const jobs = createJobs(ownRedisUrl(import.meta.url))
  afterTest(() => jobs.close())
  const queue = (await jobs.openQueues()).find(({ name }) => name === 'digests')
  const scheduleLane = async (lane: string) => {
    await jobs.schedule({ id: 'test', job: { name: 'digests:send', payload: { lane } }, every: DAY_MS })
    return (await queue?.getJobScheduler('test'))?.template?.data
  }
  expect(await scheduleLane('1')).toEqual({ lane: '1' })
  expect(await scheduleLane('1')).toEqual({ lane: '1' })
  expect(await scheduleLane('2')).toEqual({ lane: '2' })
})
