import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEvent } from '../events/fake-events.ts'
import { loadMoreEvents, useEvents } from '../events/store.ts'
import { aGroup } from '../groups/fake-groups.ts'
import { loadMoreGroups, useGroups } from '../groups/store.ts'
import { loaded } from '../lib/http/loadable.ts'
import { startSession } from '../lib/http/session.ts'
import { anEntry } from '../movie/fake-movie.ts'
import { loadMore, useMovie } from '../movie/store.ts'
import { someNews } from '../news/fake-news.ts'
import { loadMoreNews, useNews } from '../news/store.ts'
import { mira, onGet } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { nora } from '../testing-next-member.ts'

setUpFreshDevice()

const LISTS = {
  groups: {
    path: 'groups',
    show: () => {
      const [group, lists] = [aGroup(), useGroups.getState().lists]
      const mine = loaded({ ids: [group.groupId], hasMore: true, end: group })
      useGroups.setState({ groups: new Map([[group.groupId, group]]), lists: { ...lists, mine } })
    },
    load: () => loadMoreGroups('mine'),
  },
  news: {
    path: 'news',
    show: () => useNews.setState({ list: loaded({ items: [someNews()], hasMore: true }) }),
    load: loadMoreNews,
  },
  film: {
    path: 'movie',
    show: () => useMovie.setState({ feed: loaded({ entries: [anEntry('7')], hasMore: true }) }),
    load: loadMore,
  },
  events: {
    path: 'events/public',
    show: () =>
      useEvents.setState({
        events: new Map([['7', anEvent()]]),
        lists: new Map([['public/coming', loaded({ ids: ['7'], hasMore: true })]]),
      }),
    load: () => loadMoreEvents('public', 'coming'),
  },
}

test.each(Object.entries(LISTS))(
  'the next member on the device can load more %s while a request of the previous one is pending',
  async (_, { path, show, load }) => {
    const { promise, resolve } = createDeferred()
    const requests = onGet(path, async () => {
      await promise
      return Response.json([])
    })
    const loads = [mira, nora].flatMap((session) => {
      startSession(session)
      show()
      return [load(), load()]
    })
    await waitFor(() => expect(requests).toHaveLength(2))
    resolve()
    await Promise.all(loads)
    expect(requests.map(({ session }) => session)).toEqual([`Bearer ${mira.sessionId}`, `Bearer ${nora.sessionId}`])
  },
)
