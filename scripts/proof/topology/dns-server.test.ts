import { Resolver } from 'node:dns/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startDnsServer } from './dns-server.ts'

test('resolves a name to its current IPv4 addresses, and returns no records of other types or names', async () => {
  const addressesByName = new Map([['gateway.salong', ['127.0.0.2', '127.0.0.3']]])
  const { port, close } = await startDnsServer((name) => addressesByName.get(name) ?? [])
  onTestFinished(close)
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${port}`])
  expect(await resolver.resolve4('gateway.salong')).toEqual(['127.0.0.2', '127.0.0.3'])
  addressesByName.set('gateway.salong', ['127.0.0.3'])
  expect(await resolver.resolve4('Gateway.Salong')).toEqual(['127.0.0.3'])
  await expect(resolver.resolve6('gateway.salong')).rejects.toMatchObject({ code: 'ENODATA' })
  await expect(resolver.resolve4('other.salong')).rejects.toMatchObject({ code: 'ENODATA' })
})
