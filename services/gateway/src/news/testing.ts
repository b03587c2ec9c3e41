import { randomUUID } from 'node:crypto'
import type { NewsComment, NewsCount, NewsItem } from '@app/contract/news'
import type { OwnedCtx } from '@app/server/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import type { TestGateway } from '../testing.ts'

/** Returns helpers for the tests of news, which make requests as members and as the team. */
export function createNewsHelpers({ as, ctx }: TestGateway & { ctx: OwnedCtx }) {
  const aTeam = () => aMember(ctx.db, { level: 'ADMIN' })
  const createFields = (changes: object = {}) => ({
    title: 'Diskret läge är här',
    content: 'Slå på **ögat**.',
    ...changes,
  })
  return {
    aTeam,
    createFields,
    publish: async (member?: TestMember, changes: object = {}): Promise<NewsItem> =>
      (await as(member ?? (await aTeam())).post<NewsItem>('/news', createFields(changes))).body,
    listNews: async (member: TestMember, query = '') => (await as(member).get<NewsItem[]>(`/news${query}`)).body,
    readCount: async (member: TestMember, headers?: Record<string, string>) =>
      (await as(member).get<NewsCount>('/news/count', headers)).body,
    kiss: (member: TestMember, id: string) => as(member).post('/news/kiss', { id }),
    deleteNews: (member: TestMember, id: string) => as(member).post('/news/delete', { id }),
    postComment: (member: TestMember, id: string, message = 'Så bra', clientId: string = randomUUID()) =>
      as(member).post<NewsComment>(`/news/${id}/comments`, { message, clientId }),
    listComments: async (member: TestMember, id: string, query = '') =>
      (await as(member).get<NewsComment[]>(`/news/${id}/comments${query}`)).body,
  }
}
