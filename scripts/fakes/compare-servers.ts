import type { AnyEnvelope, Push, UnsignedPush } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import type { AddressedPush } from '@app/server/delivery/pushes'
import { listPushes } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { expect } from 'vitest'
import type { TestGateway } from '../../services/gateway/src/testing.ts'
import { ResponseNormalizer } from './response-normalizer.ts'

/** Returns the id that one of the servers assigned at a rank. */
export type IdAtRank = ResponseNormalizer['idAtRank']

type Options = {
  gateway: Pick<TestGateway, 'as'> & { ctx: Pick<Ctx, 'db'> }
  member: TestMember
  ids: Record<string, string>
  /** Keys whose values the fake does not imitate. */
  omitted: readonly string[]
  /** The types of the pushes that the fake imitates. */
  imitatedPushes: readonly Push['type'][]
  /** Resolves the recipients of pushes to a group; other pushes name their recipients. */
  resolveRecipients?: (envelopes: AnyEnvelope[]) => Promise<AddressedPush[]>
  seed: number
}

/** Returns the part of a response that a client uses: its body, or the code of an error. */
const toOutcome = (normalizer: ResponseNormalizer, status: number, body: unknown) =>
  status < 400
    ? { status, body: normalizer.normalize(body) }
    : { status, code: (body as { code?: string } | undefined)?.code }

/**
 * Normalizes and sorts the pushes of a request. Their order is undefined if the request changes several conversations.
 */
const normalizePushes = (normalizer: ResponseNormalizer, pushes: readonly (Push | UnsignedPush)[]): string[] =>
  pushes.map((push) => JSON.stringify(normalizer.normalize(push), null, 1)).sort()

/** Returns a function that lists the imitated pushes to the member since its last call. */
async function createPushReader({ gateway, member, imitatedPushes, resolveRecipients }: Options) {
  const { db } = gateway.ctx
  let seen = (await listPushes(db)).length
  return async (): Promise<UnsignedPush[]> => {
    const all = await listPushes(db)
    const newPushes = all.slice(seen)
    seen = all.length
    const addressedPushes = (await resolveRecipients?.(newPushes)) ?? newPushes
    return addressedPushes
      .filter(({ to, push }) => to.includes(member.id) && imitatedPushes.includes(push.type))
      .map(({ push }) => push)
  }
}

/**
 * Returns functions that send the same requests to the gateway and to a fake behind the mock server, and that fail if
 * their responses or pushes differ. Both normalizers see ids in the same order, so an id has the same rank on both
 * servers.
 */
export async function compareServers(options: Options) {
  const { gateway, member, ids, omitted, seed } = options
  const takePushes = await createPushReader(options)
  const real = new ResponseNormalizer({ ids, omitted, names: { [member.userName]: 'Mira' } })
  const fake = new ResponseNormalizer({ ids, omitted })
  const fakePushes: Push[] = []
  const log: string[] = []
  const describeRun = () => `seed ${seed}:\n${log.join('\n')}`
  return {
    realIdAtRank: real.idAtRank,
    fakeIdAtRank: fake.idAtRank,
    /** Returns how many ids of a kind both servers have returned. */
    count: real.count,
    onFakePush: (push: Push): void => void fakePushes.push(structuredClone(push)),

    /** Sends a request of the member to both servers. */
    requestBoth: async (
      method: 'get' | 'post',
      path: (idAtRank: IdAtRank) => string,
      body?: unknown,
    ): Promise<void> => {
      const caller = gateway.as(member)
      const realPath = `/${path(real.idAtRank)}`
      const realResponse = await (method === 'get' ? caller.get(realPath) : caller.post(realPath, body))
      log.push(`${method} ${realPath} → ${realResponse.status}`)
      const fakeResponse = await fetch(`http://localhost:8080/api/v2/${path(fake.idAtRank)}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await fakeResponse.text()
      const fakeOutcome = toOutcome(fake, fakeResponse.status, text ? JSON.parse(text) : undefined)
      expect(fakeOutcome, describeRun()).toEqual(toOutcome(real, realResponse.status, realResponse.body))
    },

    /** Sends a request as another member to the gateway, and calls `imitate` if the gateway accepted it. */
    requestAs: async (other: TestMember, path: string, body: unknown, imitate: () => unknown): Promise<void> => {
      const { status } = await gateway.as(other).post(`/${path}`, body)
      log.push(`${other.userName}: ${path} → ${status}`)
      if (status < 400) imitate()
    },

    comparePushes: async (): Promise<void> => {
      const imitated = normalizePushes(fake, fakePushes.splice(0))
      expect(imitated, `pushes, ${describeRun()}`).toEqual(normalizePushes(real, await takePushes()))
    },
  }
}
