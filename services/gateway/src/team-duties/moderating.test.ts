import type { Ad } from '@app/contract/ads'
import type { NewsComment } from '@app/contract/news'
import { aGroup } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { expect, test } from 'vitest'
import { createGroupChatHelpers } from '../group-chats/testing.ts'
import { createNewsHelpers } from '../news/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aTeam, publish, postComment } = createNewsHelpers(gateway)
const { aPost } = createGroupChatHelpers(gateway)

/** Content of a member, and the request with which a moderator removes it. */
const CONTENT: Record<string, (author: TestMember) => Promise<{ path: string; body?: object }>> = {
  'an ad': async (author) => {
    const { id } = (await as(author).post<Ad>('/ads', { title: 'Fika', content: 'Hör av dig.' })).body
    return { path: '/ads/delete', body: { id } }
  },
  'a film entry': async (author) => ({ path: '/movie/delete', body: { id: (await anEntry(ctx, author)).id } }),
  'a comment on news': async (author) => {
    const { id } = await publish(await aTeam())
    const comment = (await postComment(author, id, 'Så bra')).body as NewsComment
    return { path: `/news/${id}/comments/${comment.id}/delete` }
  },
  'an event': async (author) => ({ path: `/events/${(await anEvent(ctx.db, { author })).id}/delete` }),
  'a group': async (owner) => ({ path: `/groups/${(await aGroup(ctx.db, { owner })).groupId}/delete` }),
  'a message in a group': async (owner) => {
    const { groupId } = await aGroup(ctx.db, { owner })
    const { id } = await aPost(owner, groupId, 'Hej')
    return { path: `/groups/${groupId}/messages/${id}/delete` }
  },
}

test.each(Object.keys(CONTENT))('%s of a member is removed by an admin with the duty MODERATE only', async (name) => {
  const author = await aMember(ctx.db)
  const { path, body } = (await CONTENT[name]?.(author)) ?? { path: '' }
  const publisher = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD', 'PUBLISH', 'OPERATE'] })
  const moderator = await aMember(ctx.db, { level: 'ADMIN', duties: ['MODERATE'] })
  expect((await as(publisher).post(path, body)).status).toBe(403)
  expect((await as(moderator).post(path, body)).status).toBeLessThan(300)
})

test('an admin who loses the duty can no longer remove content, without logging in again', async () => {
  const author = await aMember(ctx.db)
  const moderator = await aMember(ctx.db, { level: 'ADMIN' })
  await ctx.db.deleteFrom('team_duties').where('memberId', '=', moderator.accountId).execute()
  const { id } = await anEvent(ctx.db, { author })
  expect((await as(moderator).post(`/events/${id}/delete`)).status).toBe(403)
})
