import { randomUUID } from 'node:crypto'
import type { OwnedCtx } from '@app/server/context'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPasswordHash } from '@app/server/testing/passwords'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import type { GatewayCtx } from '../context.ts'
import { aForm as anEventForm } from '../events/testing.ts'
import type { TestGateway } from '../testing.ts'

/**
 * The gateway of a walk: `http/every-route/block-walk.test.ts` requests every route as one member, Rita, after a block and
 * after a deletion, and compares what she reads and receives.
 */
export type WalkGateway = TestGateway & { ctx: OwnedCtx & GatewayCtx }

export const PASSWORD = 'gul kanot 7'

/** Sends a request that has to succeed, and returns the body of its response. */
export async function act<Body = { id: string }>(
  { as }: Pick<TestGateway, 'as'>,
  member: TestMember,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await as(member).post<Body>(path, body)
  if (response.status >= 300)
    throw new Error(`${path} by ${member.userName}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

const encode = ({ userName }: TestMember): string => encodeURIComponent(userName)
const aMessage = (message: string) => ({ message, clientId: randomUUID() })

/**
 * Creates the reader of the walk (`rita`), the members from whom they are separated (`otto`, and `ola` and `oda` for the
 * invites), two members with whom nothing changes, and an admin.
 */
const createMembers = async ({ db }: OwnedCtx) => {
  const passwordHash = await aPasswordHash(PASSWORD)
  const registeredAt = new Date(Date.now() - 40 * 24 * 60 * 60 * 1_000)
  const member = (userName: string) => aMember(db, { userName, passwordHash, registeredAt })
  return {
    rita: await member('Rita'),
    otto: await member('Otto'),
    ola: await member('Ola'),
    oda: await member('Oda'),
    cia: await member('Cia'),
    dag: await member('Dag'),
    team: await aMember(db, { userName: 'Adelinda', level: 'ADMIN' }),
  }
}

/** Creates the groups, with posts, comments and invites. */
async function createGroups(gateway: WalkGateway, members: Awaited<ReturnType<typeof createMembers>>) {
  const { ctx } = gateway
  const { rita, otto, cia, dag } = members
  const shared = await aGroup(ctx.db, { owner: cia, members: [rita, dag, otto] })
  const ledByOtto = await aGroup(ctx.db, { owner: otto, admins: [cia], members: [rita, dag] })
  const withAdminOtto = await aGroup(ctx.db, { owner: cia, admins: [otto], members: [rita] })
  const ownedByRita = await aGroup(ctx.db, { owner: rita, members: [dag] })
  const ownedByOtto = await aGroup(ctx.db, { owner: otto })
  const open = await aGroup(ctx.db, { owner: cia, members: [otto, dag], isOpen: true })
  const openOfOtto = await aGroup(ctx.db, { owner: otto, admins: [cia], isOpen: true })
  const post = (member: TestMember, groupId: string, message: string) =>
    act(gateway, member, `/groups/${groupId}/messages`, aMessage(message))
  const comment = (member: TestMember, groupId: string, postId: string, message: string) =>
    act(gateway, member, `/groups/${groupId}/messages/${postId}/comments`, aMessage(message))
  const { groupId } = shared
  const byRita = await post(rita, groupId, 'Rita först')
  const byOtto = await post(otto, groupId, 'Otto svarar med ett eget inlägg')
  const photoId = await aPhoto(ctx, otto, { groupId })
  const withPhoto = await act(gateway, otto, `/groups/${groupId}/messages`, {
    ...aMessage('En bild'),
    photoUrl: signedUrl(ctx, otto, photoId),
  })
  const byDag = await post(dag, groupId, 'Dag också')
  const onRita = await comment(otto, groupId, byRita.id, 'Otto kommenterar Rita')
  await comment(dag, groupId, byRita.id, 'Dag kommenterar Rita')
  const onOtto = await comment(rita, groupId, byOtto.id, 'Rita kommenterar Otto')
  await comment(dag, groupId, byOtto.id, 'Dag kommenterar Otto')
  await comment(otto, groupId, byDag.id, 'Otto kommenterar Dag')
  // Rita has read the newest post of this group, but not that of the next one.
  const last = await post(otto, groupId, 'Otto sist')
  await act(gateway, rita, `/groups/${groupId}/mark-read/${last.id}`)
  const inLed = await post(otto, ledByOtto.groupId, 'Välkomna hit')
  await post(cia, withAdminOtto.groupId, 'Hej alla')
  await post(otto, withAdminOtto.groupId, 'Hej från en ledare')
  await post(otto, open.groupId, 'Öppet hus')
  await act(gateway, rita, '/groups/invites', { groupId: ownedByRita.groupId, recipientName: otto.userName })
  await act(gateway, otto, '/groups/invites', {
    ...{ groupId: ownedByOtto.groupId, recipientName: rita.userName, message: 'Kom med' },
  })
  await act(gateway, cia, '/groups/invites', { groupId: open.groupId, recipientName: rita.userName })
  return {
    groups: {
      shared: groupId,
      ledByOtto: ledByOtto.groupId,
      withAdminOtto: withAdminOtto.groupId,
      ownedByRita: ownedByRita.groupId,
      ownedByOtto: ownedByOtto.groupId,
      open: open.groupId,
      openOfOtto: openOfOtto.groupId,
    },
    posts: {
      byRita: byRita.id,
      byOtto: byOtto.id,
      withPhoto: withPhoto.id,
      byDag: byDag.id,
      last: last.id,
      inLed: inLed.id,
    },
    comments: { onRita: onRita.id, onOtto: onOtto.id },
    groupPhoto: photoId,
  }
}

/** Creates the events. Rita has answered some of Otto's. */
async function createEvents(
  gateway: WalkGateway,
  { rita, otto, cia, dag }: Awaited<ReturnType<typeof createMembers>>,
  { shared, withAdminOtto }: { shared: string; withAdminOtto: string },
) {
  const { db } = gateway.ctx
  const inGroup = (title: string) => act(gateway, otto, `/events/groups/${withAdminOtto}`, anEventForm({ title }))
  const ofOtto = await act(gateway, otto, '/events/public', anEventForm({ title: 'Besvarad' }))
  const ofOttoUnanswered = await act(gateway, otto, '/events/public', anEventForm({ title: 'Obesvarad' }))
  const ofOttoInGroup = await inGroup('I gruppen, besvarad')
  const ofOttoInGroupUnanswered = await inGroup('I gruppen, obesvarad')
  const ofCia = await act(gateway, cia, '/events/public', anEventForm({ title: 'Cias fest' }))
  const ofCiaInGroup = await act(gateway, cia, `/events/groups/${shared}`, anEventForm({ title: 'Cias grillning' }))
  const ofRita = await act(gateway, rita, '/events/public', anEventForm({ title: 'Ritas fika' }))
  const past = await anEvent(db, { author: otto, title: 'Förra veckan', startsInMs: -60_000 })
  for (const member of [rita, otto, dag]) await anAnswer(db, past, member)
  const answers: [TestMember, { id: string }, 'attending' | 'interested'][] = [
    ...([
      [rita, ofOtto, 'attending'],
      [dag, ofOtto, 'attending'],
      [rita, ofOttoInGroup, 'interested'],
      [rita, ofCia, 'attending'],
      [otto, ofCia, 'attending'],
      [dag, ofCia, 'interested'],
      [otto, ofCiaInGroup, 'interested'],
      [dag, ofCiaInGroup, 'attending'],
      [otto, ofRita, 'attending'],
      [dag, ofRita, 'attending'],
    ] as [TestMember, { id: string }, 'attending' | 'interested'][]),
  ]
  for (const [member, { id }, answer] of answers) await act(gateway, member, `/events/${id}/${answer}`)
  return {
    ofOtto: ofOtto.id,
    ofOttoUnanswered: ofOttoUnanswered.id,
    ofOttoInGroup: ofOttoInGroup.id,
    ofOttoInGroupUnanswered: ofOttoInGroupUnanswered.id,
    ofCia: ofCia.id,
    ofCiaInGroup: ofCiaInGroup.id,
    ofRita: ofRita.id,
    past: past.id,
  }
}

/** Creates data in which Otto appears to Rita everywhere that a member can appear, and Rita to Otto. */
export async function createWalkWorld(gateway: WalkGateway) {
  const { ctx, as } = gateway
  const { db } = ctx
  const members = await createMembers(ctx)
  const { rita, otto, ola, oda, cia, dag, team } = members
  const photos = {
    ofOtto: await aPhoto(ctx, otto),
    privateOfOtto: await aPhoto(ctx, otto, { album: 'PRIVATE' }),
    verifiedOfOtto: await aPhoto(ctx, otto, { album: 'VERIFIED' }),
    ofRita: await aPhoto(ctx, rita),
    privateOfRita: await aPhoto(ctx, rita, { album: 'PRIVATE' }),
    ofCia: await aPhoto(ctx, cia),
  }
  const { chatId: chat } = await anOpenChat(db, { ann: otto, bo: rita })
  const { chatId: otherChat } = await anOpenChat(db, { ann: cia, bo: rita })
  for (const member of [dag, ola]) await anOpenChat(db, { ann: member, bo: otto })
  const { chatId: inviteByOla } = await anInvite(db, { ann: ola, bo: rita })
  const { chatId: inviteToOda } = await anInvite(db, { ann: rita, bo: oda })
  const chatPhoto = await aPhoto(ctx, otto, { chatId: chat })
  const message = await act(gateway, otto, `/chats/${chat}`, {
    ...aMessage('Här är jag'),
    photoUrl: signedUrl(ctx, otto, chatPhoto),
  })
  const ofRita = await act(gateway, rita, `/chats/${chat}`, aMessage('Fint'))
  const unread = await act(gateway, otto, `/chats/${chat}`, aMessage('Tack'))
  const ads = {
    ofOtto: (await act(gateway, otto, '/ads', { title: 'Ottos annons', content: 'Vem vill bada?' })).id,
    ofCia: (await act(gateway, cia, '/ads', { title: 'Cias annons', content: 'Vem vill åka?' })).id,
  }
  const movie = {
    ofOtto: (await anEntry(ctx, otto)).id,
    ofRita: (await anEntry(ctx, rita)).id,
    ofCia: (await anEntry(ctx, cia)).id,
  }
  const { id: news } = await act(gateway, team, '/news', { title: 'Nyhet', content: 'Till alla' })
  const newsComments: Record<string, string> = {}
  for (const [name, member] of Object.entries({ cia, otto, rita }))
    newsComments[name] = (await act(gateway, member, `/news/${news}/comments`, aMessage(`${name} tycker`))).id
  const { groups, posts, comments, groupPhoto } = await createGroups(gateway, members)
  const shared = `/groups/${groups.shared}/messages`
  await act(gateway, cia, shared, { ...aMessage('Svar till Otto'), replyTo: posts.byOtto })
  for (const member of [otto, cia]) await act(gateway, member, `${shared}/${posts.byRita}/react`, { reaction: 'HEART' })
  await act(gateway, otto, `${shared}/${posts.byDag}/react`, { reaction: 'FIRE' })
  const events = await createEvents(gateway, members, groups)
  for (const [visitor, owner] of [
    [otto, rita],
    [rita, otto],
    [cia, rita],
    [rita, cia],
  ] as const) {
    await act(gateway, visitor, `/profiles/visits/${encode(owner)}`)
    await act(gateway, visitor, `/profiles/visits/kiss/${encode(owner)}`)
    await act(gateway, visitor, `/profiles/${encode(owner)}/notes`, { notes: `Att minnas om ${owner.userName}` })
  }
  for (const [verifier, member] of [
    [otto, rita],
    [cia, rita],
    [rita, otto],
    [dag, otto],
    [ola, otto],
    [rita, cia],
  ] as const)
    await act(gateway, verifier, '/verifications/verify', { userName: member.userName, action: 'CONFIRM' })
  await act(gateway, otto, '/photos/private/grant', { userName: rita.userName })
  await act(gateway, rita, '/photos/private/grant', { userName: otto.userName })
  const calendar = await act<{ url: string }>(gateway, rita, '/events/calendar')
  return {
    members,
    photos: { ...photos, chatPhoto, groupPhoto },
    chats: { chat, otherChat, inviteByOla, inviteToOda },
    messages: { withPhoto: message.id, ofRita: ofRita.id, unread: unread.id },
    ...{ ads, movie, news, newsComments, groups, posts, comments, events },
    calendarPath: new URL(calendar.url).pathname.replace('/api/v2', ''),
    versions: {
      chat: (await as(rita).get<{ chat: { version: number } }>(`/chats/${chat}`)).body.chat.version,
      shared: (await as(rita).get<{ version: number }>(`/groups/${groups.shared}/open`)).body.version,
    },
  }
}
export type WalkWorld = Awaited<ReturnType<typeof createWalkWorld>>

/** The ids of rows written after the separation. A world without such a row has an unused id instead. */
export type LaterIds = Record<
  'post' | 'comment' | 'ad' | 'entry' | 'event' | 'groupEvent' | 'newsComment' | 'dagsPost',
  string
>

/** Makes Otto write after a block in either direction, and Cia comment on his post. Nothing of that may reach Rita. */
export async function writeAsOtto(
  gateway: WalkGateway,
  { members: { otto, cia }, groups, posts, events, news, chats, comments }: WalkWorld,
): Promise<Omit<LaterIds, 'dagsPost'>> {
  const { ctx, as } = gateway
  const path = `/groups/${groups.shared}/messages`
  const post = await act(gateway, otto, path, aMessage('Otto efteråt'))
  await act(gateway, otto, `${path}/${posts.byOtto}`, { message: 'Otto ändrar sig' })
  await act(gateway, otto, `${path}/${posts.withPhoto}/delete`)
  await as(otto).post(`${path}/${posts.byRita}/react`, { reaction: null })
  await act(gateway, otto, `${path}/${posts.byDag}/react`, { reaction: 'WOW' })
  const comment = await act(gateway, otto, `${path}/${posts.byDag}/comments`, aMessage('Otto efteråt hos Dag'))
  await act(gateway, otto, `${path}/${posts.byRita}/comments/${comments.onRita}/delete`)
  await as(otto).post(`${path}/${posts.byRita}/comments`, aMessage('Otto efteråt hos Rita'))
  await act(gateway, cia, `${path}/${post.id}/comments`, aMessage('Cia hos Otto'))
  await act(gateway, otto, `/groups/${groups.ledByOtto}/messages`, aMessage('Otto i sin grupp'))
  const ad = await act(gateway, otto, '/ads', { title: 'Ny annons', content: 'Efteråt' })
  const entry = await anEntry(ctx, otto, { message: 'Efteråt' })
  const event = await act(gateway, otto, '/events/public', anEventForm({ title: 'Efteråt' }))
  const groupEvent = await act(
    gateway,
    otto,
    `/events/groups/${groups.withAdminOtto}`,
    anEventForm({ title: 'Efteråt i gruppen' }),
  )
  await act(gateway, otto, `/events/${events.ofCia}/interested`)
  await act(gateway, otto, `/events/${events.ofCiaInGroup}/attending`)
  const newsComment = await act(gateway, otto, `/news/${news}/comments`, aMessage('Otto efteråt'))
  await as(otto).post(`/chats/${chats.chat}`, aMessage('Når detta fram?'))
  await as(otto).post('/profiles/visits/Rita')
  await as(otto).post('/profiles/visits/kiss/Rita')
  await as(otto).post('/chats/invites', { recipientName: 'Rita', message: 'Hej igen, hur är det?' })
  await as(otto).post('/verifications/verify', { userName: 'Rita', action: 'ASK' })
  await as(otto).post('/photos/private/grant', { userName: 'Rita' })
  await as(otto).post('/groups/invites', { groupId: groups.ownedByOtto, recipientName: 'Rita' })
  await act(gateway, otto, `/groups/${groups.open}/leave`)
  await act(gateway, otto, `/profiles/visits/${encode(cia)}`)
  await aPhoto(ctx, otto)
  return {
    ...{ post: post.id, comment: comment.id, ad: ad.id, entry: entry.id, event: event.id },
    ...{ groupEvent: groupEvent.id, newsComment: newsComment.id },
  }
}

/** Makes other members write, the same in every world. */
export async function writeAsOthers(
  gateway: WalkGateway,
  { members: { cia, dag, rita, team }, groups, posts, events, news, chats }: WalkWorld,
): Promise<Pick<LaterIds, 'dagsPost'>> {
  const path = `/groups/${groups.shared}/messages`
  const dagsPost = await act(gateway, dag, path, aMessage('Dag efteråt'))
  await act(gateway, cia, `${path}/${posts.byRita}/comments`, aMessage('Cia hos Rita'))
  await act(gateway, cia, `${path}/${posts.byDag}/comments`, aMessage('Cia hos Dag'))
  await act(gateway, dag, `/groups/${groups.ledByOtto}/messages`, aMessage('Dag i Ottos grupp'))
  await act(gateway, dag, `${path}/${posts.byDag}`, { message: 'Dag ändrar sig' })
  await act(gateway, dag, path, { ...aMessage('Dag svarar Otto'), replyTo: posts.byOtto })
  await act(gateway, dag, `${path}/${posts.byRita}/react`, { reaction: 'FIRE' })
  await act(gateway, rita, path, aMessage('Rita efteråt'))
  await act(gateway, dag, `/events/${events.ofCia}/attending`)
  await act(gateway, dag, `/news/${news}/comments`, aMessage('Dag tycker'))
  await act(gateway, cia, `/chats/${chats.otherChat}`, aMessage('Hej Rita'))
  await act(gateway, dag, `/groups/${groups.ledByOtto}/leave`)
  await act(gateway, cia, `/events/${events.ofCia}`, anEventForm({ title: 'Cias stora fest' }))
  await act(gateway, team, '/news', { title: 'En till', content: 'Till alla' })
  return { dagsPost: dagsPost.id }
}
