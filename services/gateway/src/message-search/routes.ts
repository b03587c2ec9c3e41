import { FoundMessages, SearchMessages } from '@app/contract/message-search'
import type { App } from '../http/app.ts'
import { searchMessages } from './search.ts'

export function registerMessageSearch(app: App): void {
  app.post(
    '/messages/search',
    {
      config: { policy: 'member.read', membersCountAs: 'feed', readsByPost: true },
      schema: { body: SearchMessages, response: { 200: FoundMessages } },
    },
    (req) => searchMessages(req.ctx, req.body),
  )
}
