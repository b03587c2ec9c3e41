import type { VerificationAction, VerificationsResponse } from '@app/contract/members/verifications'
import type { Ctx } from '@app/server/context'
import { anOpenChat, listPushes } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import type { TestGateway } from '../testing.ts'

export const NO_RELATIONSHIP = {
  iAsked: false,
  askAgainAt: null,
  theyAsked: false,
  iConfirmed: false,
  theyConfirmed: false,
  confirmedPhotoIds: [],
}

const buildPath = ({ userName }: TestMember) => `/verifications/${encodeURIComponent(userName)}`

/** Returns the helpers of the verification tests. */
export function createVerificationHelpers(ctx: Ctx, as: TestGateway['as']) {
  const sendAction = (member: TestMember, action: VerificationAction, other: TestMember, photoIds?: string[]) =>
    as(member).post('/verifications/verify', { userName: other.userName, action, photoIds })
  const requestVerifications = (member: TestMember, owner: TestMember) =>
    as(member).get<VerificationsResponse>(buildPath(owner))
  return {
    sendAction,
    requestVerifications,
    readVerifications: async (member: TestMember, owner: TestMember) =>
      (await requestVerifications(member, owner)).body,
    /** Opens a chat between two members, in which the verifier confirms the other. Returns the verifier. */
    confirmBy: async (verifier: TestMember, member: TestMember) => {
      await anOpenChat(ctx.db, { ann: verifier, bo: member })
      await sendAction(verifier, 'CONFIRM', member)
      return verifier
    },
    readBadges: async ({ id }: TestMember) => {
      const member = await ctx.db.selectFrom('members').select('badges').where('id', '=', id).executeTakeFirstOrThrow()
      const search = await ctx.db
        .selectFrom('search_profiles')
        .select('verified')
        .where('memberId', '=', id)
        .executeTakeFirst()
      return { badges: member.badges, inSearch: search?.verified }
    },
    /** Runs an action and returns its pushes: their recipients, and the other member of the changed verification. */
    recordPushes: async (action: () => Promise<unknown>): Promise<[to: string[], userName: string][]> => {
      const countBefore = (await listPushes(ctx.db)).length
      await action()
      const newPushes = (await listPushes(ctx.db)).slice(countBefore)
      return newPushes.flatMap(({ to, push }) => (push.type === 'verification:changed' ? [[to, push.userName]] : []))
    },
    readAllState: async () => ({
      verifications: await ctx.db
        .selectFrom('verifications')
        .selectAll()
        .orderBy('memberId')
        .orderBy('verifierId')
        .execute(),
      photos: await ctx.db.selectFrom('photo_confirmations').selectAll().orderBy('mediaId').execute(),
    }),
  }
}
