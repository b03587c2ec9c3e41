import { aGroup } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

test.each([
  ['joined groups', 1, () => '/groups'],
  ['administered groups', 1, () => '/groups/admin'],
  ['groups to join', 1, () => '/groups/can-join'],
  ['groups near the member', 1, () => '/groups/can-join?near=true'],
  ['groups to invite to', 1, () => '/groups/owned?exclude=Finns%20inte'],
  ['received invites', 1, () => '/groups/invites'],
  ['the counts of groups and invites', 1, () => '/groups/count'],
  ['a group', 1, (id: string) => `/groups/${id}/open`],
  ['the members of a group', 2, (id: string) => `/groups/${id}/members`],
  ['the invites of a group', 2, (id: string) => `/groups/${id}/invites`],
])(
  'loads %s with %i statements besides the session lookup',
  async (_, statementCount, path: (id: string) => string) => {
    const [owner, ann] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { groupId } = await aGroup(ctx.db, { owner, members: [ann] })
    for (let n = 0; n < 5; n += 1) {
      const otherGroup = await aGroup(ctx.db, { owner, isOpen: true })
      await as(owner).post('/groups/invites', { groupId: otherGroup.groupId, recipientName: ann.userName })
      await as(owner).post('/groups/invites', { groupId, recipientName: (await aMember(ctx.db)).userName })
    }
    const statements = await recordStatements(async () => {
      expect((await as(owner).get(path(groupId))).status).toBe(200)
    })
    expect(statements).toHaveLength(SESSION_STATEMENTS + statementCount)
  },
)
