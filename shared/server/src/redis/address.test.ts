import { expect, test } from 'vitest'
import { parseRedisAddress } from './address.ts'

const CLUSTER = { kind: 'CLUSTER', username: undefined, password: undefined, encrypted: false }

test.each([
  ['redis://:secret@cache:6379/2', { kind: 'SERVER', url: 'redis://:secret@cache:6379/2' }],
  ['/run/redis.sock', { kind: 'SERVER', url: '/run/redis.sock' }],
  ['redis+cluster://one', { ...CLUSTER, nodes: [{ host: 'one', port: 6379 }] }],
  [
    'rediss+cluster://salong:a%3Ab@one:7001,[::1]:7002/',
    {
      ...{ kind: 'CLUSTER', username: 'salong', password: 'a:b', encrypted: true },
      nodes: [
        { host: 'one', port: 7001 },
        { host: '::1', port: 7002 },
      ],
    },
  ],
  [
    'redis+cluster://salong:a:b@one:7001',
    { ...CLUSTER, username: 'salong', password: 'a:b', nodes: [{ host: 'one', port: 7001 }] },
  ],
  ['redis+cluster://:secret@one:7001', { ...CLUSTER, password: 'secret', nodes: [{ host: 'one', port: 7001 }] }],
])('parses %s', (address, expected) => {
  expect(parseRedisAddress(address)).toEqual(expected)
})

test.each([
  ...['redis+cluster://', 'redis+cluster://one:port', 'redis+cluster://one,', 'redis+cluster:one'],
  'redis+cluster://salong:50%@one:7001',
])('rejects %s, which names no usable nodes or credentials', (address) => {
  expect(parseRedisAddress(address)).toBeNull()
})
