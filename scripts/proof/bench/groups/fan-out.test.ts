import { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Caller } from '../world.ts'
import { type GroupTarget, timeFanOut } from './fan-out.ts'

/** Sends one message to two sockets, each of which receives the given number of pushes. */
async function sendOne(pushCounts: [number, number]) {
  const sockets = pushCounts.map(() => new EventEmitter())
  const target: GroupTarget = {
    hubUrl: '',
    getToken: () => '',
    pushType: 'group:message',
    send: async (_, clientId) => {
      for (const [index, socket] of sockets.entries())
        for (let count = 0; count < (pushCounts[index] ?? 0); count += 1)
          socket.emit('group:message', { message: { clientId } })
    },
  }
  const rate = { perSecond: 1, seconds: 1, arrivalTimeoutMs: 0 }
  const { lost, lastArrivalTimes } = await timeFanOut(target, sockets as unknown as Socket[], [{} as Caller], rate)
  return {
    lost,
    arrived: lastArrivalTimes.length,
    listeners: sockets.map((socket) => socket.listenerCount('group:message')),
  }
}

test('counts a message as lost if one socket received it twice and another one never did', async () => {
  expect(await sendOne([2, 0])).toEqual({ lost: 1, arrived: 0, listeners: [0, 0] })
})

test('counts a message once if all sockets received it, even if one of them received it twice', async () => {
  expect(await sendOne([2, 1])).toEqual({ lost: 0, arrived: 1, listeners: [0, 0] })
})
