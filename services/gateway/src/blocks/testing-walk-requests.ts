import { randomUUID } from 'node:crypto'
import { aForm as anEventForm } from '../events/testing.ts'
import { UNUSED_ID } from '../testing.ts'
import type { LaterIds, WalkWorld } from './testing-walk.ts'

/** The names of the members whom Rita cannot see, the new names of blockers, and a name that no member has. */
export const SEPARATED = ['Otto', 'Ola', 'Oda']
export const NEW_NAMES = { otto: 'Ottilia', ola: 'Olivia', oda: 'Odette' } as const
export const UNKNOWN = 'Ingen'
const NAMES = [...SEPARATED, ...Object.values(NEW_NAMES), UNKNOWN]

type Step = { world: WalkWorld; later: LaterIds }
export type Request = { label?: string; path: string; body?: unknown }
type Requests = (step: Step) => Request[]

const toPaths =
  (paths: (step: Step) => Record<string, string>): Requests =>
  (step) =>
    Object.entries(paths(step)).map(([label, path]) => ({ label, path }))

/** Requests a path once for each name. */
const forNames =
  (path: string, toBody: (name: string) => unknown = () => undefined): Requests =>
  () =>
    NAMES.map((name) => ({ label: name, path: path.replace('{userName}', name), body: toBody(name) }))

export const onlyPath: unique symbol = Symbol()
export const SKIPPED = {
  account: 'concerns the account of the caller only',
  team: 'rejects members',
  visitor: 'needs no account',
}

/** The requests by which the walk reads each GET route: once without parameters, with the given requests, or not at all. */
export const READS: Record<string, typeof onlyPath | Requests | string> = {
  'GET /app-config': onlyPath,
  'GET /pages/{page}': SKIPPED.visitor,
  'GET /statements/{token}': SKIPPED.visitor,
  'GET /statements/{token}/picture': SKIPPED.visitor,
  'GET /unsubscribe/{token}': SKIPPED.visitor,
  'GET /calendar/{token}.ics': ({ world }) => [{ path: world.calendarPath }],
  'GET /sessions/verify': onlyPath,
  'GET /sessions': onlyPath,
  'GET /passkeys': onlyPath,
  'GET /passkeys/protection': onlyPath,
  'GET /moderation/duties': SKIPPED.team,
  'GET /moderation/log': SKIPPED.team,
  'GET /profiles/{userName}/level': forNames('/profiles/{userName}/level'),
  'GET /members/settings': onlyPath,
  'GET /members/contact': onlyPath,
  'GET /push/settings': onlyPath,
  'GET /members/email': onlyPath,
  'GET /members/export': onlyPath,
  'GET /members/username/{userName}': toPaths(() => ({
    ...Object.fromEntries([...NAMES, 'Rita', 'Cia', 'Dag'].map((name) => [name, `/members/username/${name}`])),
  })),
  'GET /profiles/search-user-encrypted/{userName}': toPaths(() => ({
    ...Object.fromEntries([...NAMES, 'O', 'C'].map((name) => [name, `/profiles/search-user-encrypted/${name}`])),
  })),
  'GET /profiles/visits/{userName}': forNames('/profiles/visits/{userName}'),
  'GET /searches': onlyPath,
  'GET /getting-started': onlyPath,
  'GET /getting-started/suggestions': onlyPath,
  'GET /absence': onlyPath,
  'GET /profiles/{userName}/notes': forNames('/profiles/{userName}/notes'),
  'GET /verifications/{userName}': toPaths(() => ({
    ...Object.fromEntries([...NAMES, 'Rita', 'Cia'].map((name) => [name, `/verifications/${name}`])),
  })),
  'GET /chats/count': onlyPath,
  'GET /chats': onlyPath,
  'GET /chats/invites': toPaths(() => ({
    received: '/chats/invites',
    sent: '/chats/invites?sent=true',
    filtered: '/chats/invites?filtered=true',
  })),
  'GET /chats/status/{userName}': forNames('/chats/status/{userName}'),
  'GET /chats/{id}': toPaths(({ world: { chats, messages, versions } }) => ({
    chat: `/chats/${chats.chat}`,
    around: `/chats/${chats.chat}?around=${messages.withPhoto}`,
    since: `/chats/${chats.chat}?since=${versions.chat}`,
    inviteByOla: `/chats/${chats.inviteByOla}`,
    inviteToOda: `/chats/${chats.inviteToOda}`,
    other: `/chats/${chats.otherChat}`,
  })),
  'GET /groups/count': onlyPath,
  'GET /groups': onlyPath,
  'GET /groups/admin': onlyPath,
  'GET /groups/can-join': toPaths(() => ({ all: '/groups/can-join', near: '/groups/can-join?near=true' })),
  'GET /groups/owned': forNames('/groups/owned?exclude={userName}'),
  'GET /groups/invites': onlyPath,
  'GET /groups/{id}/open': forGroups('/open'),
  'GET /groups/{id}/invites': forGroups('/invites'),
  'GET /groups/{id}/members': forGroups('/members'),
  'GET /groups/{id}/messages': toPaths(({ world: { groups, versions, posts } }) => ({
    ...Object.fromEntries(Object.entries(groups).map(([name, id]) => [name, `/groups/${id}/messages`])),
    since: `/groups/${groups.shared}/messages?since=${versions.shared}`,
    around: `/groups/${groups.shared}/messages?around=${posts.byOtto}&limit=3`,
    before: `/groups/${groups.shared}/messages?before=${posts.last}&limit=2`,
    after: `/groups/${groups.shared}/messages?after=${posts.byDag}&limit=2`,
  })),
  'GET /groups/{id}/messages/{msgId}': toPaths(({ world: { groups, posts }, later }) => ({
    ...Object.fromEntries(Object.entries(posts).map(([name, id]) => [name, `/groups/${groups.shared}/messages/${id}`])),
    later: `/groups/${groups.shared}/messages/${later.post}`,
    dagsPost: `/groups/${groups.shared}/messages/${later.dagsPost}`,
  })),
  'GET /events': toPaths(({ world: { groups } }) => ({
    upcoming: '/events',
    older: '/events?older=true',
    ofGroup: `/events?groupId=${groups.shared}`,
  })),
  'GET /events/public': toPaths(() => ({
    all: '/events/public',
    older: '/events/public?older=true',
    near: '/events/public?near=true',
  })),
  'GET /events/shared/{userName}': forNames('/events/shared/{userName}'),
  'GET /events/{id}': forEvents(''),
  'GET /events/{id}/access': forEvents('/access'),
  'GET /events/{id}/participants': forEvents('/participants'),
  'GET /events/{id}.ics': forEvents('.ics'),
  'GET /events/calendar': onlyPath,
  'GET /news': onlyPath,
  'GET /news/count': onlyPath,
  'GET /news/{id}/comments': ({ world: { news } }) => [{ path: `/news/${news}/comments` }],
  'GET /ads/filter': onlyPath,
  'GET /ads/{id}': toPaths(({ world: { ads }, later }) => ({
    ofOtto: `/ads/${ads.ofOtto}`,
    ofCia: `/ads/${ads.ofCia}`,
    later: `/ads/${later.ad}`,
  })),
  'GET /operations': SKIPPED.team,
  'GET /operations/failed-jobs': SKIPPED.team,
  'GET /reports': onlyPath,
  'GET /reports/past-contacts': onlyPath,
  'GET /blocks': onlyPath,
  'GET /blocks/effects/{userName}': forNames('/blocks/effects/{userName}'),
  'GET /moderation/cases': SKIPPED.team,
  'GET /moderation/figures': SKIPPED.team,
  'GET /moderation/cases/{id}': SKIPPED.team,
  'GET /decisions': onlyPath,
  'GET /decisions/{id}/picture': SKIPPED.account,
  'GET /games/truth-or-dare': onlyPath,
  'GET /games/truth-or-dare/game-state': onlyPath,
  'GET /photos/private': onlyPath,
  'GET /movie': onlyPath,
  'GET /movie/new': ({ world: { movie } }) => [{ path: `/movie/new?after=${movie.ofRita}` }],
}

function forGroups(end: string): Requests {
  return toPaths(({ world }) => ({
    ...Object.fromEntries(Object.entries(world.groups).map(([name, id]) => [name, `/groups/${id}${end}`])),
  }))
}

function forEvents(end: string): Requests {
  return toPaths(({ world, later }) => ({
    ...Object.fromEntries(Object.entries(world.events).map(([name, id]) => [name, `/events/${id}${end}`])),
    later: `/events/${later.event}${end}`,
    laterInGroup: `/events/${later.groupEvent}${end}`,
  }))
}

const aMessage = (message: string) => ({ message, clientId: randomUUID() })
const SEARCH_FILTER = { couples: false, person1Selection: { sex: 'FEMALE' } }
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }

/** Builds requests about Otto's posts in the shared group, and about one that does not exist. */
const forPosts =
  (end: string, body: () => unknown = () => undefined): Requests =>
  ({ world: { groups, posts }, later }) =>
    Object.entries({ byOtto: posts.byOtto, later: later.post, unknown: UNUSED_ID }).map(([label, id]) => ({
      ...{ label, path: `/groups/${groups.shared}/messages/${id}${end}`, body: body() },
    }))
/** Builds requests about Otto's comments in the shared group. */
const forComments =
  (end: string, body?: unknown): Requests =>
  ({ world: { groups, posts, comments }, later }) =>
    [
      ['onRita', posts.byRita, comments.onRita],
      ['later', posts.byDag, later.comment],
    ].map(([label = '', postId, id]) => ({
      ...{ label, path: `/groups/${groups.shared}/messages/${postId}/comments/${id}${end}`, body },
    }))
const forChats =
  (end: string, body: () => unknown = () => undefined): Requests =>
  ({ world: { chats } }) =>
    Object.entries({ ...chats, otherChat: UNUSED_ID }).map(([label, id]) => ({
      ...{ label, path: `/chats/${id}${end}`, body: body() },
    }))
const answerEvents =
  (end: string): Requests =>
  ({ world: { events }, later }) =>
    Object.entries({ ...events, later: later.event, laterInGroup: later.groupEvent }).map(([label, id]) => ({
      ...{ label, path: `/events/${id}/${end}` },
    }))
const ofGroupMembers =
  (end: string): Requests =>
  ({ world: { groups } }) =>
    NAMES.map((name) => ({ label: name, path: `/groups/${groups.ownedByRita}/${end.replace('{userName}', name)}` }))

/** The requests by which the walk calls each POST route, in this order, or the reason why it does not. */
export const CALLS: Record<string, Requests | string> = {
  'POST /client-logs': SKIPPED.visitor,
  'POST /members/login': SKIPPED.visitor,
  'POST /members/register2/email': SKIPPED.visitor,
  'POST /members/register2/complete': SKIPPED.visitor,
  'POST /members/send-pwd-reset/{email}': SKIPPED.visitor,
  'POST /members/reset-pwd/{token}': SKIPPED.visitor,
  'POST /sessions/passkey/options': SKIPPED.visitor,
  'POST /sessions/passkey': SKIPPED.visitor,
  'POST /sessions/recovery': SKIPPED.visitor,
  'POST /members/new-device/{token}': SKIPPED.visitor,
  'POST /statements/{token}/appeal': SKIPPED.visitor,
  'POST /notices': SKIPPED.visitor,
  'POST /members/undelete/{token}': SKIPPED.visitor,
  'POST /members/email/confirm/{token}': SKIPPED.visitor,
  'POST /members/email/return/{token}': SKIPPED.visitor,
  'POST /unsubscribe/{token}': SKIPPED.visitor,
  'POST /sessions/{id}/end': SKIPPED.account,
  'POST /sessions/logout': SKIPPED.account,
  'POST /sessions/logout-everywhere': SKIPPED.account,
  'POST /passkeys': SKIPPED.account,
  'POST /passkeys/options': SKIPPED.account,
  'POST /passkeys/codes': SKIPPED.account,
  'POST /passkeys/only': SKIPPED.account,
  'POST /passkeys/new-password/cancel': SKIPPED.account,
  'POST /passkeys/{id}/delete': SKIPPED.account,
  'POST /members/last-active': SKIPPED.account,
  'POST /members/settings': SKIPPED.account,
  'POST /members/language': SKIPPED.account,
  'POST /members/contact': SKIPPED.account,
  'POST /push/subscriptions': SKIPPED.account,
  'POST /push/subscriptions/remove': SKIPPED.account,
  'POST /push/settings': SKIPPED.account,
  'POST /push/groups/{id}': ({ world: { groups } }) =>
    Object.entries(groups).map(([label, id]) => ({ label, path: `/push/groups/${id}`, body: { on: true } })),
  'POST /searches': SKIPPED.account,
  'POST /searches/{id}': SKIPPED.account,
  'POST /searches/{id}/opened': SKIPPED.account,
  'POST /searches/{id}/delete': SKIPPED.account,
  'POST /members/password': SKIPPED.account,
  'POST /members/email': SKIPPED.account,
  'POST /members/email/cancel': SKIPPED.account,
  'POST /members/delete': SKIPPED.account,
  'POST /members/export': 'requests an archive that the worker builds, whose tests read it',
  'POST /getting-started/hide': SKIPPED.account,
  'POST /absence/close': SKIPPED.account,
  'POST /profiles/visits/clear': SKIPPED.account,
  'POST /events/calendar': SKIPPED.account,
  'POST /events/calendar/end': SKIPPED.account,
  'POST /ads/edit': 'concerns own ads only',
  'POST /groups': SKIPPED.account,
  'POST /events/public/': 'is the same as POST /events/public',
  'POST /events/public': () => [{ path: '/events/public', body: anEventForm({ title: 'Ritas kalas' }) }],
  'POST /movie': SKIPPED.account,
  'POST /photos/store': SKIPPED.account,
  'POST /photos/rotate': SKIPPED.account,
  'POST /photos/delete': SKIPPED.account,
  'POST /games/truth-or-dare': SKIPPED.team,
  'POST /games/truth-or-dare/game-state': SKIPPED.account,
  'POST /moderation/duties': SKIPPED.team,
  'POST /moderation/cases': SKIPPED.team,
  'POST /moderation/cases/{id}/find': SKIPPED.team,
  'POST /moderation/cases/next': SKIPPED.team,
  'POST /moderation/cases/{id}/claim': SKIPPED.team,
  'POST /moderation/cases/{id}/release': SKIPPED.team,
  'POST /moderation/cases/{id}/evidence': SKIPPED.team,
  'POST /moderation/cases/{id}/files/{fileId}': SKIPPED.team,
  'POST /moderation/cases/{id}/names': SKIPPED.team,
  'POST /moderation/cases/{id}/ask': SKIPPED.team,
  'POST /moderation/cases/{id}/wider': SKIPPED.team,
  'POST /moderation/cases/{id}/wider/approve': SKIPPED.team,
  'POST /moderation/cases/{id}/hand-over': SKIPPED.team,
  'POST /moderation/cases/{id}/decide': SKIPPED.team,
  'POST /moderation/cases/{id}/confirm': SKIPPED.team,
  'POST /moderation/appeals/{id}/decide': SKIPPED.team,
  'POST /decisions/{id}/read': SKIPPED.account,
  'POST /decisions/{id}/appeal': SKIPPED.account,
  'POST /operations/failed-jobs/retry': SKIPPED.team,
  'POST /news': SKIPPED.team,
  'POST /news/edit': SKIPPED.team,
  'POST /news/delete': SKIPPED.team,
  'POST /reports/{id}/answer': SKIPPED.account,
  'POST /reports/{id}/object': SKIPPED.account,

  'POST /profiles/search-encrypted': () => [{ path: '/profiles/search-encrypted', body: SEARCH_FILTER }],
  'POST /profiles/search-hints': () => [{ path: '/profiles/search-hints', body: SEARCH_FILTER }],
  'POST /profiles/search-count': () => [{ path: '/profiles/search-count', body: SEARCH_FILTER }],
  'POST /messages/search': ({ world: { chats, groups } }) => [
    { label: 'everywhere', path: '/messages/search', body: { words: 'en' } },
    { label: 'chat', path: '/messages/search', body: { words: 'en', chatId: chats.chat } },
    { label: 'group', path: '/messages/search', body: { words: 'en', groupId: groups.shared } },
  ],
  'POST /ads/filtered': () => [{ path: '/ads/filtered', body: ALL_ADS }],
  'POST /members': () => [{ path: '/members', body: { profile: { description: 'Ny text' } } }],
  'POST /profiles/visits/{userName}': forNames('/profiles/visits/{userName}'),
  'POST /profiles/visits/kiss/{userName}': forNames('/profiles/visits/kiss/{userName}'),
  'POST /profiles/{userName}/notes': forNames('/profiles/{userName}/notes', () => ({ notes: 'Nytt' })),
  'POST /verifications/verify': () =>
    ['ASK', 'WITHDRAW', 'CONFIRM', 'REJECT'].flatMap((action) =>
      NAMES.map((userName) => ({
        ...{ label: `${userName} ${action}`, path: '/verifications/verify', body: { userName, action } },
      })),
    ),
  'POST /photos/private/grant': forNames('/photos/private/grant', (userName) => ({ userName })),
  'POST /photos/private/withdraw': forNames('/photos/private/withdraw', (userName) => ({ userName })),
  'POST /chats/invites': forNames('/chats/invites', (recipientName) => ({
    recipientName,
    message: 'Hej, hur är det?',
  })),
  'POST /chats/{id}': forChats('', () => aMessage('Hallå?')),
  'POST /chats/{id}/accept': forChats('/accept'),
  'POST /chats/{id}/maybe': forChats('/maybe'),
  'POST /chats/{id}/decline': forChats('/decline'),
  'POST /chats/{id}/mark-read/{lastId}': ({ world: { chats, messages } }) => [
    { path: `/chats/${chats.chat}/mark-read/${messages.unread}` },
  ],
  'POST /chats/{id}/{msgId}/delete': ({ world: { chats, messages } }) => [
    { path: `/chats/${chats.chat}/${messages.withPhoto}/delete` },
  ],
  'POST /chats/{id}/{msgId}/edit': ({ world: { chats, messages } }) => [
    { path: `/chats/${chats.chat}/${messages.ofRita}/edit`, body: { message: 'Ändrat av Rita' } },
  ],
  'POST /chats/{id}/{msgId}/react': ({ world: { chats, messages } }) => [
    { path: `/chats/${chats.chat}/${messages.unread}/react`, body: { reaction: 'HEART' } },
  ],
  'POST /chats/{id}/photos': forChats('/photos'),
  'POST /chats/{id}/{photoId}/rotatePhoto': ({ world: { chats, photos } }) => [
    { path: `/chats/${chats.chat}/${photos.chatPhoto}/rotatePhoto` },
  ],
  'POST /chats/invites/answer': ({ world: { chats } }) => [
    { path: '/chats/invites/answer', body: { chatIds: [chats.inviteByOla], answer: 'DECLINE' } },
  ],
  'POST /chats/{id}/delete': forChats('/delete'),
  'POST /groups/invites': ({ world: { groups } }) =>
    NAMES.map((recipientName) => ({
      ...{ label: recipientName, path: '/groups/invites', body: { groupId: groups.ownedByRita, recipientName } },
    })),
  'POST /groups/{id}/invites/{userName}/withdraw': ofGroupMembers('invites/{userName}/withdraw'),
  'POST /groups/{id}/members/{userName}/promote': ofGroupMembers('members/{userName}/promote'),
  'POST /groups/{id}/members/{userName}/demote': ofGroupMembers('members/{userName}/demote'),
  'POST /groups/{id}/members/{userName}/remove': ofGroupMembers('members/{userName}/remove'),
  'POST /groups/{id}/accept': ({ world: { groups } }) => [{ path: `/groups/${groups.ownedByOtto}/accept` }],
  'POST /groups/{id}/decline': ({ world: { groups } }) => [{ path: `/groups/${groups.ownedByOtto}/decline` }],
  'POST /groups/{id}/join': ({ world: { groups } }) =>
    Object.entries({ open: groups.open, ownedByOtto: groups.ownedByOtto, unknown: UNUSED_ID }).map(([label, id]) => ({
      ...{ label, path: `/groups/${id}/join` },
    })),
  'POST /groups/{id}': ({ world: { groups } }) => [
    { path: `/groups/${groups.ledByOtto}`, body: { groupName: 'Ritas grupp', description: 'Ny' } },
  ],
  'POST /groups/{id}/messages': ({ world: { groups } }) => [
    { path: `/groups/${groups.shared}/messages`, body: aMessage('Rita skriver') },
  ],
  'POST /groups/{id}/messages/{msgId}': forPosts('', () => ({ message: 'Ändrat av Rita' })),
  'POST /groups/{id}/messages/{msgId}/delete': forPosts('/delete'),
  'POST /groups/{id}/messages/{msgId}/react': forPosts('/react', () => ({ reaction: 'HEART' })),
  'POST /groups/{id}/messages/{msgId}/comments': forPosts('/comments', () => aMessage('Rita kommenterar')),
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/edit': forComments('/edit', { message: 'Ändrat av Rita' }),
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/react': forComments('/react', { reaction: 'HEART' }),
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/delete': forComments('/delete'),
  'POST /groups/{id}/mark-read/{lastId}': ({ world: { groups }, later }) =>
    Object.entries({ later: later.post, dagsPost: later.dagsPost }).map(([label, id]) => ({
      ...{ label, path: `/groups/${groups.shared}/mark-read/${id}` },
    })),
  'POST /groups/{id}/photos': 'stores a picture of the caller',
  'POST /groups/{id}/{photoId}/rotatePhoto': ({ world: { groups, photos } }) => [
    { path: `/groups/${groups.shared}/${photos.groupPhoto}/rotatePhoto` },
  ],
  'POST /events/groups/{groupId}': ({ world: { groups } }) => [
    { path: `/events/groups/${groups.ownedByRita}`, body: anEventForm({ title: 'Ritas möte' }) },
  ],
  'POST /events/{id}': ({ world: { events } }) => [
    { path: `/events/${events.ofOtto}`, body: anEventForm({ title: 'Ritas version' }) },
  ],
  'POST /events/{id}/attending': answerEvents('attending'),
  'POST /events/{id}/interested': answerEvents('interested'),
  'POST /events/{id}/no-answer': answerEvents('no-answer'),
  'POST /events/{id}/delete': ({ world: { events } }) => [{ path: `/events/${events.ofOtto}/delete` }],
  'POST /news/kiss': ({ world: { news } }) => [{ path: '/news/kiss', body: { id: news } }],
  'POST /news/{id}/comments': ({ world: { news } }) => [
    { path: `/news/${news}/comments`, body: aMessage('Rita igen') },
  ],
  'POST /news/{id}/comments/{cid}/delete': ({ world: { news, newsComments }, later }) =>
    Object.entries({ ofOtto: newsComments.otto ?? '', later: later.newsComment }).map(([label, id]) => ({
      ...{ label, path: `/news/${news}/comments/${id}/delete` },
    })),
  'POST /ads': () => [{ path: '/ads', body: { title: 'Ritas annons', content: 'Hej' } }],
  'POST /ads/delete': ({ world: { ads } }) => [{ path: '/ads/delete', body: { id: ads.ofOtto } }],
  'POST /movie/like': ({ world: { movie }, later }) =>
    [movie.ofOtto, later.entry, movie.ofCia].map((id, index) => ({
      ...{ label: `entry ${index}`, path: '/movie/like', body: { id } },
    })),
  'POST /movie/unlike': ({ world: { movie } }) => [{ path: '/movie/unlike', body: { id: movie.ofOtto } }],
  'POST /movie/delete': ({ world: { movie } }) => [{ path: '/movie/delete', body: { id: movie.ofOtto } }],
  'POST /reports': ({ world, later }) =>
    Object.entries({
      profile: { kind: 'PROFILE', id: 'Otto' },
      newName: { kind: 'PROFILE', id: NEW_NAMES.otto },
      photo: { kind: 'PHOTO', id: world.photos.ofOtto },
      message: { kind: 'CHAT_MESSAGE', id: world.messages.unread, parentId: world.chats.chat },
      post: { kind: 'GROUP_MESSAGE', id: world.posts.byOtto, parentId: world.groups.shared },
      laterPost: { kind: 'GROUP_MESSAGE', id: later.post, parentId: world.groups.shared },
      event: { kind: 'EVENT', id: world.events.ofOtto },
      unansweredEvent: { kind: 'EVENT', id: world.events.ofOttoUnanswered },
      laterEvent: { kind: 'EVENT', id: later.event },
      ad: { kind: 'AD', id: world.ads.ofOtto },
      laterAd: { kind: 'AD', id: later.ad },
      entry: { kind: 'MOVIE_ENTRY', id: world.movie.ofOtto },
      newsComment: { kind: 'NEWS_COMMENT', id: world.newsComments.otto, parentId: world.news },
      groupInvite: { kind: 'GROUP_INVITE', id: world.groups.ownedByOtto },
      group: { kind: 'GROUP', id: world.groups.open },
      unknown: { kind: 'PROFILE', id: UNKNOWN },
    }).map(([label, subject]) => ({ label, path: '/reports', body: { subject, category: 'HARASSMENT' } })),
  'POST /ignore': forNames('/ignore', (name) => name),
  'POST /ignore/remove': forNames('/ignore/remove', (name) => name),
  'POST /blocks': forNames('/blocks', (userName) => ({ userName })),
  'POST /blocks/remove': ({ world: { members } }) => [
    // Only a member whom Rita has not blocked, since the walk reads the others as blocked until its end.
    ...[{ label: 'Cia', path: '/blocks/remove', body: { id: members.cia.id } }],
    { label: UNKNOWN, path: '/blocks/remove', body: { id: UNUSED_ID } },
  ],
  'POST /groups/{id}/leave': ({ world: { groups } }) => [{ path: `/groups/${groups.withAdminOtto}/leave` }],
  'POST /groups/{id}/delete': ({ world: { groups } }) => [{ path: `/groups/${groups.ledByOtto}/delete` }],
}
