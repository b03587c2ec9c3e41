import type { Push } from '@app/contract/pushes'
import type { TestMember } from '@app/server/testing/members'
import { expect } from 'vitest'
import type { TestGateway } from '../../services/gateway/src/testing.ts'
import { Canonical } from './canonical.ts'

/** Returns the id of a rank on one of the servers. */
export type IdOf = Canonical['idOf']

type Options = {
  gateway: Pick<TestGateway, 'as'>
  me: TestMember
  ids: Record<string, string>
  /** Keys whose values the fake does not imitate. */
  omitted: readonly string[]
  /** Lists the pushes to me that the gateway has written since the last call. */
  takePushes: () => Promise<Push[]>
  seed: number
}

/** Returns the part of a response that a client reacts to: its content, or the code of an error. */
const toOutcome = (canonical: Canonical, status: number, answer: unknown) =>
  status < 400
    ? { status, body: canonical.copy(answer) }
    : { status, code: (answer as { code?: string } | undefined)?.code }

/** Sorts the pushes of one call: their order is open if the call changes several conversations. */
const toSorted = (canonical: Canonical, pushes: readonly Push[]): string[] =>
  pushes.map((push) => JSON.stringify(canonical.copy(push), null, 1)).sort()

/**
 * Runs the same calls against the gateway and against a fake whose handlers the mock server has, and fails when their
 * responses or pushes differ. Ids are named by their rank, in the order in which both servers showed them.
 */
export function compareServers({ gateway, me, ids, omitted, takePushes, seed }: Options) {
  const real = new Canonical({ ids, omitted, names: { [me.userName]: 'Mira' } })
  const fake = new Canonical({ ids, omitted })
  const fakePushes: Push[] = []
  const log: string[] = []
  const context = () => `seed ${seed}:\n${log.join('\n')}`
  return {
    realIdOf: real.idOf,
    fakeIdOf: fake.idOf,
    /** Returns the number of ids of a kind that both servers have shown. */
    count: real.count,
    onFakePush: (push: Push): void => void fakePushes.push(structuredClone(push)),

    /** Makes a call of mine on both servers. */
    both: async (method: 'get' | 'post', path: (idOf: IdOf) => string, body?: unknown): Promise<void> => {
      const caller = gateway.as(me)
      const realPath = `/${path(real.idOf)}`
      const answer = await (method === 'get' ? caller.get(realPath) : caller.post(realPath, body))
      log.push(`${method} ${realPath} → ${answer.status}`)
      const response = await fetch(`http://localhost:8080/api/v2/${path(fake.idOf)}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const imitated = toOutcome(fake, response.status, text ? JSON.parse(text) : undefined)
      expect(imitated, context()).toEqual(toOutcome(real, answer.status, answer.body))
    },

    /** Makes a call of another member on the gateway, which the fake imitates if the gateway allowed it. */
    byOther: async (other: TestMember, path: string, body: unknown, imitate: () => unknown): Promise<void> => {
      const { status } = await gateway.as(other).post(`/${path}`, body)
      log.push(`${other.userName}: ${path} → ${status}`)
      if (status < 400) imitate()
    },

    comparePushes: async (): Promise<void> => {
      const imitated = toSorted(fake, fakePushes.splice(0))
      expect(imitated, `pushes, ${context()}`).toEqual(toSorted(real, await takePushes()))
    },
  }
}
