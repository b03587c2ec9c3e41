import { randomUUID } from 'node:crypto'
import type { NewsComment, NewsCount, NewsItem } from '@app/contract/news'
import type { OwnedCtx } from '@app/server/context'
import { aMember, type TestMember } from '@app/server/testing-members'
import type { TestGateway } from '../testing.ts'

/** What members and the team do with news. */
export function newsOf({ as, ctx }: TestGateway & { ctx: OwnedCtx }) {
  const aTeam = () => aMember(ctx.db, { level: 'ADMIN' })
  const words = (changes: object = {}) => ({ title: 'Diskret läge är här', content: 'Slå på **ögat**.', ...changes })
  return {
    aTeam,
    words,
    publish: async (who?: TestMember, changes: object = {}): Promise<NewsItem> =>
      (await as(who ?? (await aTeam())).post<NewsItem>('/news', words(changes))).body,
    list: async (who: TestMember, query = '') => (await as(who).get<NewsItem[]>(`/news${query}`)).body,
    count: async (who: TestMember, headers?: Record<string, string>) =>
      (await as(who).get<NewsCount>('/news/count', headers)).body,
    kiss: (who: TestMember, id: string) => as(who).post('/news/kiss', { id }),
    remove: (who: TestMember, id: string) => as(who).post('/news/delete', { id }),
    say: (who: TestMember, id: string, message = 'Så bra', clientId: string = randomUUID()) =>
      as(who).post<NewsComment>(`/news/${id}/comments`, { message, clientId }),
    comments: async (who: TestMember, id: string, query = '') =>
      (await as(who).get<NewsComment[]>(`/news/${id}/comments${query}`)).body,
  }
}
