import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encrypted } from '@app/contract/members/profiles'
import { SearchHit } from '@app/contract/members/profiles'
import type { AnyEnvelope, PushType, UnsignedPush } from '@app/contract/pushes'
import { Suggestion } from '@app/contract/welcome'
import { createContext } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { createRecipientResolver } from '@app/server/delivery/recipients'
import type { RedisClient } from '@app/server/redis/connections'
import { asOwner, testConfig, testContext, testDatabase } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { signedUrl } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  act,
  createWalkWorld,
  type LaterIds,
  PASSWORD,
  type WalkGateway,
  type WalkWorld,
  writeAsOthers,
  writeAsOtto,
} from '../../blocks/testing-walk.ts'
import { aForm as anEventForm } from '../../events/testing.ts'
import { decryptResponse } from '../../search/testing.ts'
import { createTestGateway, listOperations, type TestResponse, UNUSED_ID } from '../../testing.ts'

/** The names of the members whom Rita cannot see, the new names of blockers, and a name that no member has. */
const SEPARATED = ['Otto', 'Ola', 'Oda']
const NEW_NAMES = { otto: 'Ottilia', ola: 'Olivia', oda: 'Odette' } as const
const UNKNOWN = 'Ingen'
const NAMES = [...SEPARATED, ...Object.values(NEW_NAMES), UNKNOWN]

type Step = { world: WalkWorld; later: LaterIds }
type Request = { label?: string; path: string; body?: unknown }
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

const onlyPath: unique symbol = Symbol()
const SKIPPED = {
  account: 'concerns the account of the caller only',
  team: 'rejects members',
  visitor: 'needs no account',
}

/** How the walk reads each GET route: once without parameters, with the given requests, or not at all. */
const READS: Record<string, typeof onlyPath | Requests | string> = {
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
  (end: string, body: unknown): Requests =>
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

/** How the walk calls each POST route, in this order, or the reason why it does not. */
const CALLS: Record<string, Requests | string> = {
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
  'POST /members/export': 'is read by the tests of the worker, which builds the archive',
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
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/delete': ({ world: { groups, posts, comments }, later }) =>
    Object.entries({ onRita: comments.onRita, later: later.comment }).map(([label, id]) => ({
      ...{ label, path: `/groups/${groups.shared}/messages/${posts.byDag}/comments/${id}/delete` },
    })),
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

/** For each type of push, 'read' if the transcripts contain it, or the reason why they do not. */
const PUSHES = {
  'chat:message': 'read',
  'chat:message-changed': 'concerns one chat, which is lost or unchanged',
  'chat:message-deleted': 'concerns one chat, which is lost or unchanged',
  'chat:read': 'concerns one chat, which is lost or unchanged',
  'chat:changed': 'read',
  'chat:count': 'contains the same numbers as GET /chats/count, which is read',
  'invite:new': 'concerns one chat, which is lost',
  'invite:answered': 'concerns one chat, which is lost',
  typing: 'is sent by the hub for a chat, which is lost',
  presence: 'is sent by the hub; its tests show that members with a block see each other offline',
  'session:ended': 'concerns the account of the recipient',
  'member:changed': 'concerns the account of the recipient',
  'photo:ready': 'concerns pictures of the recipient, or in a chat, which is lost',
  'verification:changed': 'read',
  'partner:changed': 'concerns one chat, which is lost or unchanged',
  'export:changed': 'concerns the account of the recipient',
  'group:message': 'read',
  'group:message-changed': 'read',
  'group:comment': 'read',
  'group:reaction': 'read',
  'group:info': 'read',
  'group:changed': 'read',
  'group:invite': 'read',
  'group:count': 'contains the same numbers as GET /groups/count, which is read',
  'event:changed': 'read',
  'news:count': 'read',
  'movie:changed': 'is sent to everybody at every entry and reveals no author',
  'movie:liked': 'concerns entries of the recipient; likes stay one number',
  'case:changed': SKIPPED.team,
  'operations:changed': SKIPPED.team,
  'passkeys:changed': 'concerns the account of the recipient',
  'searches:changed': 'concerns the account of the recipient',
  'report:changed': 'concerns reports of the recipient',
  'decision:new': 'concerns decisions about the recipient',
  'block:changed': 'is sent to the devices of the blocker only',
} satisfies Record<PushType, string>

/** The types of pushes that Rita has received in any of the worlds. */
const receivedTypes = new Set<PushType>()

const KEPT_CHAT = 'the blocker can read the kept chat, and delete it'
const HIDDEN_EVENTS = 'events of a blocked member disappear for the blocker, who knows why, instead of being canceled'
const OPEN_GROUP = 'an open group is not offered if its owner and the reader are a blocked pair'

/** The accepted differences from a deletion, with reasons. `by` limits an exception to one direction of the block. */
const EXCEPTIONS: { by?: Blocker; label: RegExp; reason: string }[] = [
  { by: 'rita', label: /(GET|POST) \/chats\/\{id\}/, reason: KEPT_CHAT },
  { by: 'rita', label: /picture chatPhoto$/, reason: KEPT_CHAT },
  { by: 'rita', label: /GET \/reports\/past-contacts$/, reason: KEPT_CHAT },
  { by: 'rita', label: /GET \/blocks$/, reason: 'lists the blocks by the reader' },
  {
    by: 'rita',
    label: /at once: pushes$/,
    reason: 'compared by the next test, without block:changed and pushes about events',
  },
  { by: 'rita', label: /\/events/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /calendar/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /POST \/reports event/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /GET \/reports$/, reason: HIDDEN_EVENTS },
  { label: /GET \/groups\/\{id\}\/open openOfOtto$/, reason: OPEN_GROUP },
]

type Transcript = Record<string, unknown>

/** The headers that differ between any two responses, or between responses whose ids differ in length. */
const CHANGING_HEADERS = ['date', 'x-request-id', 'content-length', 'etag']

const decrypt = (operation: string, body: Encrypted, token: string) =>
  decryptResponse(z.array(operation.includes('suggestions') ? Suggestion : SearchHit), body, token)

/** Sends requests as Rita to a gateway of its own, and collects the responses and the pushes that she receives. */
class Walk {
  readonly transcript: Transcript = {}
  readonly gateway: WalkGateway
  readonly world: WalkWorld
  later: LaterIds
  private phase = ''
  private lastOutboxId = '0'
  private readonly resolveRecipients: ReturnType<typeof createRecipientResolver>

  constructor(gateway: WalkGateway, world: WalkWorld) {
    this.gateway = gateway
    this.world = world
    const ids = ['post', 'comment', 'ad', 'entry', 'event', 'groupEvent', 'newsComment', 'dagsPost']
    this.later = Object.fromEntries(ids.map((name) => [name, UNUSED_ID])) as LaterIds
    // Everybody counts as connected, so that the pushes have all their recipients.
    const redis = { pubsub: async (_: string, ...channels: string[]) => channels.flatMap((channel) => [channel, 1]) }
    this.resolveRecipients = createRecipientResolver(gateway.ctx.db, redis as unknown as RedisClient)
  }

  private get reader(): TestMember {
    return this.world.members.rita
  }

  /** Adds the pushes since the last call that Rita receives. */
  async collectPushes(name: string): Promise<void> {
    const rows = await this.gateway.ctx.db
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload'])
      .where('id', '>', this.lastOutboxId)
      .orderBy('id')
      .execute()
    this.lastOutboxId = rows.at(-1)?.id ?? this.lastOutboxId
    const received: UnsignedPush[] = []
    for (const { payload } of rows.filter(({ kind }) => kind === 'PUSH'))
      for (const { to, push } of await this.resolveRecipients([payload as AnyEnvelope]))
        if (to === 'everybody' || to.includes(this.reader.id)) received.push(push)
    for (const { type } of received) receivedTypes.add(type)
    if (this.phase !== '') this.transcript[`${this.phase}: pushes ${name}`.trim()] = received
  }

  async begin(phase: string): Promise<void> {
    await this.collectPushes('while reading')
    this.phase = phase
  }

  private async add(operation: string, { label = '', path, body }: Request): Promise<void> {
    const client = this.gateway.as(this.reader)
    const response = operation.startsWith('GET') ? await client.get(path) : await client.post(path, body)
    const key = `${this.phase}: ${operation} ${label}`.trim()
    this.transcript[key] = await this.describe(operation, response)
    if (operation.startsWith('POST')) await this.collectPushes(`${operation} ${label}`)
  }

  private async describe(operation: string, { status, body, headers }: TestResponse<unknown>): Promise<unknown> {
    const keptHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name)))
    const isEncrypted = typeof body === 'object' && body !== null && 'alg' in body
    const content = isEncrypted
      ? await decrypt(operation, body as Encrypted, this.gateway.tokenOf(this.reader))
      : (body ?? null)
    return { status, body: content, headers: keptHeaders }
  }

  async read(): Promise<void> {
    for (const [operation, requests] of Object.entries(READS)) {
      if (typeof requests === 'string') continue
      const list = requests === onlyPath ? [{ path: operation.replace('GET ', '') }] : requests(this)
      for (const request of list) await this.add(operation, request)
    }
    await this.openPictures()
    this.transcript[`${this.phase}: mails`] = await this.gateway.ctx.db
      .selectFrom('mails')
      .select(['kind', 'state'])
      .where('address', '=', this.reader.email)
      .orderBy('id')
      .execute()
  }

  /** Requests each picture with a URL that is signed for Rita, whether she may see the picture or not. */
  private async openPictures(): Promise<void> {
    const { app, ctx } = this.gateway
    for (const [name, id] of Object.entries(this.world.photos)) {
      const { statusCode, headers } = await app.inject({ url: signedUrl(ctx, this.reader, id) })
      this.transcript[`${this.phase}: picture ${name}`] = { statusCode, cacheControl: headers['cache-control'] }
    }
  }

  async call(): Promise<void> {
    for (const [operation, requests] of Object.entries(CALLS))
      if (typeof requests !== 'string') for (const request of requests(this)) await this.add(operation, request)
  }
}

/**
 * Reduces a `group:changed` push to a `group:info` push. Members from whom a block hides other members receive the former
 * in place of the latter; it has the same fields and more.
 */
const toPublicState = (value: unknown): unknown => {
  const push = value as UnsignedPush
  if (push?.type !== 'group:changed' || !push.group || push.reload) return value
  const { groupId, groupName, description, isOpen, memberCount, creatorName, version } = push.group
  const info = { groupId, groupName, description, isOpen, memberCount, creatorName }
  return { type: 'group:info', version, info }
}

/** Replaces the values that differ between two equal worlds: new ids, versions, signatures, UUIDs and tokens. */
function mapTranscript(transcript: Transcript): Transcript {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const mapId = (id: string): string => {
    if (id === UNUSED_ID || Object.values(world.photos).includes(id)) return id
    const known = ids.get(id)
    if (known) return known
    const table = /^\d+$/.test(id) ? String(Math.floor(Number(id) / NEW_IDS)) : 'picture'
    if (table === '0') return id
    counts.set(table, (counts.get(table) ?? 0) + 1)
    const mapped = `new id ${table}.${counts.get(table)}`
    ids.set(id, mapped)
    return mapped
  }
  const mapValue = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => mapValue(item, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(toPublicState(value) as object).map(([name, field]) => [name, mapValue(field, name)]),
      )
    if (key === 'version') return 'version'
    if (typeof value !== 'string') return value
    return value
      .replace(/\/media\/([\w-]{22})\/([\w-]+)\.webp\?[^"]*/g, (_, id, variant) => `/media/${mapId(id)}/${variant}`)
      .replace(/^\d+$/, mapId)
      .replace(/(UID:\D*)(\d+)/g, (_, prefix, id) => `${prefix}${mapId(id)}`)
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, 'uuid')
      .replace(/^eyJ[\w.-]+$/, 'token')
  }
  return Object.fromEntries(Object.entries(transcript).map(([label, value]) => [label, mapValue(value, '')]))
}

/** The ids of rows that the walks insert are at least this large, and differ by at least this much between two tables. */
const NEW_IDS = 1_000_000

const separateNewIds = (db: Database) =>
  asOwner(
    db,
    sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, number * ${NEW_IDS}::bigint)
      from (select *, row_number() over (order by sequencename) as number from pg_sequences) as sequences`,
  )

/** Lists the paths and values at which two values differ. */
function listDifferences(one: unknown, other: unknown, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length)
      return [`${path}: ${JSON.stringify(one)} <> ${JSON.stringify(other)}`]
    if (one.status !== other.status) return [`${path}: ${one.status} <> ${other.status}`]
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return keys.flatMap((key) => listDifferences(one[key], other[key], `${path}.${key}`))
  }
  return [`${path}: ${JSON.stringify(one)} <> ${JSON.stringify(other)}`]
}

/** The clock of all worlds; they take the same steps at the same times. */
const start = Date.now()
let clockMs = start
const now = () => new Date(clockMs)
const photos = mkdtempSync(join(tmpdir(), 'salong-walk-'))
const settings = { PHOTO_STORE: `file:${photos}` }
const cleanUps: (() => Promise<unknown>)[] = [async () => rmSync(photos, { recursive: true, force: true })]
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

let template: string
let world: WalkWorld
let operations: string[]

beforeAll(async () => {
  const database = await testDatabase()
  cleanUps.push(database.drop)
  template = new URL(database.url).pathname.slice(1)
  const options = { service: 'test', connections: 5, keepDelivered: true, now }
  const gateway = await createTestGateway(createContext(testConfig(database.url, settings), options))
  world = await createWalkWorld(gateway)
  operations = listOperations(gateway.app)
  await separateNewIds(gateway.ctx.db)
  await gateway.app.close()
  await gateway.ctx.close()
})

type Blocker = 'rita' | 'others'
type Separate = (gateway: WalkGateway, world: WalkWorld) => Promise<unknown>

/** Separates Rita from the others, lets all members write more, and returns what she reads and receives. */
async function walkAfter(separate: Separate, writeAsSeparated?: typeof writeAsOtto): Promise<Transcript> {
  clockMs = start + 60_000
  const gateway = await createTestGateway(await testContext({ now, settings, template }))
  cleanUps.push(async () => {
    await gateway.app.close()
    await gateway.ctx.close()
  })
  const walk = new Walk(gateway, world)
  await walk.begin('at once')
  clockMs += 1_000
  await separate(gateway, world)
  await walk.collectPushes('')
  await walk.read()
  clockMs += 60_000
  await walk.begin('later')
  if (writeAsSeparated) walk.later = { ...walk.later, ...(await writeAsSeparated(gateway, world)) }
  await walk.collectPushes('by Otto')
  clockMs += 60_000
  walk.later = { ...walk.later, ...(await writeAsOthers(gateway, world)) }
  await walk.collectPushes('by others')
  await walk.read()
  clockMs += 60_000
  await walk.begin('after all calls')
  await walk.call()
  await walk.read()
  return walk.transcript
}

const block =
  (blocker: Blocker): Separate =>
  async (gateway, { members: { rita, otto, ola, oda } }) => {
    for (const other of [otto, ola, oda]) {
      const [from, to] = blocker === 'rita' ? [rita, other] : [other, rita]
      await act(gateway, from, '/blocks', { userName: to.userName })
    }
  }
/** Gives the blockers other names, and makes Otto write. */
const writeAsRenamed: typeof writeAsOtto = async (gateway, world) => {
  for (const member of ['otto', 'ola', 'oda'] as const)
    await act(gateway, world.members[member], '/members', { profile: { userName: NEW_NAMES[member] } })
  return writeAsOtto(gateway, world)
}
const deleteAccounts: Separate = async (gateway, { members: { otto, ola, oda } }) => {
  for (const member of [otto, ola, oda]) await act(gateway, member, '/members/delete', { password: PASSWORD })
}

test('READS has every GET route, and CALLS every POST route', () => {
  expect(Object.keys(READS).toSorted()).toEqual(operations.filter((name) => name.startsWith('GET')).toSorted())
  expect(Object.keys(CALLS).toSorted()).toEqual(operations.filter((name) => name.startsWith('POST')).toSorted())
})

/** Removes the accepted differences from a transcript. */
function withoutExceptions(transcript: Transcript, blocker: Blocker): Transcript {
  const isOffered = ({ groupId }: { groupId: string }) => groupId !== world.groups.openOfOtto
  const labels = EXCEPTIONS.filter(({ by = blocker }) => by === blocker).map(({ label }) => label)
  const kept = Object.entries(transcript).filter(([label]) => !labels.some((exception) => exception.test(label)))
  return Object.fromEntries(
    kept.map(([label, value]) => {
      // The blocker sees nothing of the events of a blocked member, not even in the posts that announced them.
      if (blocker === 'rita' && label.includes('/messages'))
        return [
          label,
          JSON.parse(
            JSON.stringify(value)
              .replaceAll(/"eventMinimalInfo":\{[^}]*"cancelled":true[^}]*\}/g, '"eventMinimalInfo":null')
              .replaceAll(/"sessionResponse":"\w+"/g, '"sessionResponse":""'),
          ),
        ]
      if (!label.includes('GET /groups/can-join')) return [label, value]
      const response = value as { body: { groupId: string }[] }
      return [label, { ...response, body: response.body.filter(isOffered) }]
    }),
  )
}

describe('after a block', () => {
  let afterDeletion: Transcript
  let afterBlock: Record<Blocker, Transcript>
  beforeAll(async () => {
    afterDeletion = await walkAfter(deleteAccounts)
    afterBlock = {
      others: await walkAfter(block('others'), writeAsRenamed),
      rita: await walkAfter(block('rita'), writeAsOtto),
    }
  })

  test.each([
    ['a member who was blocked', 'others'],
    ['a member who has blocked others', 'rita'],
  ] as const)(
    '%s reads and receives what they would if the others had deleted their accounts',
    {
      tags: 'blocks.walk',
    },
    (_, blocker) => {
      const [blocked, deleted] = [afterBlock[blocker], afterDeletion].map((transcript) =>
        mapTranscript(withoutExceptions(transcript, blocker)),
      )
      expect(listDifferences(blocked, deleted)).toEqual([])
    },
  )

  test('the devices of the blocker receive one more push for each blocked member than after a deletion, and none about events', () => {
    const isAboutEvent = (push: unknown) =>
      ['event:changed', 'group:message-changed'].includes((push as UnsignedPush).type)
    const isForBlocker = (push: unknown) => (push as UnsignedPush).type === 'block:changed'
    const received = afterBlock.rita['at once: pushes'] as UnsignedPush[]
    expect(received.filter(isForBlocker)).toHaveLength(SEPARATED.length)
    expect(received.filter(isAboutEvent)).toEqual([])
    const [blocked, deleted] = [received, afterDeletion['at once: pushes'] as UnsignedPush[]].map((pushes) =>
      mapTranscript({ pushes: pushes.filter((push) => !isForBlocker(push) && !isAboutEvent(push)) }),
    )
    expect(listDifferences(blocked, deleted)).toEqual([])
  })

  test.each([
    ['the name of a blocker', 'others'],
    ['the name of a blocked member', 'rita'],
  ] as const)('%s gets the same responses as a name that no member has', (_, blocker) => {
    const transcript = afterBlock[blocker]
    const pairs = Object.keys(transcript).flatMap((label) => {
      const unknown = label.replace(/ Otto(?= |$)/, ` ${UNKNOWN}`)
      return unknown !== label && unknown in transcript ? [[label, unknown] as const] : []
    })
    expect(pairs.length).toBeGreaterThan(50)
    const replaceName = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('Otto', UNKNOWN))
    const differences = pairs.flatMap(([label, unknown]) =>
      listDifferences(replaceName(transcript[label]), transcript[unknown], label),
    )
    expect(differences).toEqual([])
  })

  test('the transcripts contain every type of push that is listed as read', () => {
    const missing = Object.entries(PUSHES).filter(
      ([type, kind]) => kind === 'read' && !receivedTypes.has(type as PushType),
    )
    expect(missing).toEqual([])
  })
})
