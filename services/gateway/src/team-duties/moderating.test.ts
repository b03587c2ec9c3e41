import type { Ad } from '@app/contract/ads'
import type { NewsComment } from '@app/contract/news'
import { aGroup } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createGroupChatHelpers } from '../group-chats/testing.ts'
import { createNewsHelpers } from '../news/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aTeam, publish, postComment } = createNewsHelpers(gateway)
const { aPost } = createGroupChatHelpers(gateway)

const readContent = async (): Promise<unknown> => {
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_array((select jsonb_agg(to_jsonb(t) order by t.id) from ads t),
      (select jsonb_agg(to_jsonb(t) order by t.id) from movie_entries t),
      (select jsonb_agg(to_jsonb(t) order by t.id) from news_comments t),
      (select jsonb_agg(to_jsonb(t) order by t.id) from events t),
      (select jsonb_agg(to_jsonb(t) order by t.id) from groups t),
      (select jsonb_agg(to_jsonb(t) order by t.id) from group_messages t)) as state`.execute(ctx.db)
  return rows[0]?.state
}

/** Content of a member, and the request with which its author deletes it. */
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

test.each(Object.keys(CONTENT))(
  'an admin cannot directly delete content of a member: %s',
  {
    tags: 'duties.no-direct-removal',
  },
  async (name) => {
    const author = await aMember(ctx.db)
    const { path, body } = (await CONTENT[name]?.(author)) ?? { path: '' }
    const moderator = await aMember(ctx.db, { level: 'ADMIN' })
    const before = await readContent()
    expect(await as(moderator).post(path, body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await readContent()).toEqual(before)
    expect((await as(author).post(path, body)).status).toBeLessThan(300)
  },
)
