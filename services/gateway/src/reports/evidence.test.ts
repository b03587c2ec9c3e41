import { randomUUID } from 'node:crypto'
import { type CanonicalValue, hashContent } from '@app/server/safety/canonical-json'
import { aGroup, anInvite, anOpenChat, asOwner, listJobs } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDeciding } from '../decisions/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import type { EvidenceContent } from './evidence/parts.ts'
import { aReportWorld, createFiling, sendMessages } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)
const { reportAndDecide } = createDeciding(gateway)

async function readEvidence(reportId: string): Promise<EvidenceContent> {
  const { content } = await db
    .selectFrom('evidence')
    .select('content')
    .where('reportId', '=', reportId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return content as unknown as EvidenceContent
}

const fileAndRead = async (...args: Parameters<typeof file>): Promise<EvidenceContent> =>
  readEvidence((await file(...args)).body.id)

const textsOf = (parts: { text: string | null }[]) => parts.map(({ text }) => text)
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)

test('the hash of evidence changes with a single letter of its content', {
  tags: 'reports.evidence',
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { body } = await file(reporter, subjects.NEWS_COMMENT, { words: 'Åäö "citat"\nny rad 😀' })
  const stored = await db.selectFrom('evidence').selectAll().where('reportId', '=', body.id).executeTakeFirstOrThrow()
  expect(hashContent(stored.content as CanonicalValue)).toEqual(stored.sha256)
  await asOwner(
    db,
    sql`update evidence set content = jsonb_set(content, '{subject,text}', '"Så dumm"') where id = ${stored.id}`,
  )
  expect(hashContent(await readEvidence(body.id))).not.toEqual(stored.sha256)
})

describe('the evidence of a chat message', () => {
  const aLongChat = async () => {
    const chat = await anOpenChat(db)
    const ids = [
      ...(await sendMessages(ctx, chat.chatId, chat.ann, numbered(60, 'före'))),
      ...(await sendMessages(ctx, chat.chatId, chat.ann, ['hotet'])),
      ...(await sendMessages(ctx, chat.chatId, chat.bo, numbered(60, 'efter'))),
    ]
    return { ...chat, subject: { kind: 'CHAT_MESSAGE', id: ids[60] ?? '', parentId: chat.chatId } as const }
  }

  test('contains ten messages before and ten after it', { tags: 'reports.evidence' }, async () => {
    const { ann, bo, subject } = await aLongChat()
    const content = await fileAndRead(bo, subject)
    expect(content.subject).toMatchObject({ role: 'SUBJECT', text: 'hotet', memberId: ann.id, name: ann.userName })
    expect(textsOf(content.context)).toEqual([
      ...numbered(60, 'före').slice(-10),
      ...numbered(60, 'efter').slice(0, 10),
    ])
  })

  test('also contains the newest hundred messages if the reporter includes them', {
    tags: 'reports.evidence',
  }, async () => {
    const { bo, subject } = await aLongChat()
    const { context } = await fileAndRead(bo, subject, { lastHundred: true })
    expect(textsOf(context)).toEqual([...numbered(60, 'före').slice(-39), ...numbered(60, 'efter')])
  })

  test('contains nothing of other chats of the two members', async () => {
    const { ann, bo, subject } = await aLongChat()
    const other = await anOpenChat(db, { ann })
    await sendMessages(ctx, other.chatId, ann, ['till någon annan'])
    const third = await anOpenChat(db, { bo })
    await sendMessages(ctx, third.chatId, bo, ['till en tredje'])
    const content = JSON.stringify(await fileAndRead(bo, subject, { lastHundred: true }))
    expect(content).not.toContain('till någon annan')
    expect(content).not.toContain('till en tredje')
  })

  test('contains the words and the photo that were deleted in the last 14 days', {
    tags: 'reports.earlier-words',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    const photo = await aPhoto(ctx, ann, { chatId })
    const { body: message } = await as(ann).post<{ id: string }>(`/chats/${chatId}`, {
      ...{ message: 'det här ångrar jag', photoUrl: `/media/${photo}/0-medium.webp`, clientId: randomUUID() },
    })
    await as(ann).post(`/chats/${chatId}/${message.id}/delete`)
    const content = await fileAndRead(bo, { kind: 'CHAT_MESSAGE', id: message.id, parentId: chatId })
    expect(content.subject).toMatchObject({ text: null, deletedAt: expect.any(String), media: [] })
    expect(content.earlier).toMatchObject([
      { id: message.id, text: 'det här ångrar jag', memberId: ann.id, media: [photo] },
    ])
    const { body } = await file(bo, { kind: 'PHOTO', id: photo })
    expect((await readEvidence(body.id)).subject.media).toEqual([photo])
    await asOwner(
      db,
      sql`update earlier_words set until = now() - interval '1 second' where "messageId" = ${message.id}`,
    )
    expect((await file(bo, { kind: 'CHAT_MESSAGE', id: message.id, parentId: chatId })).status).toBe(404)
  })

  test('contains the words that were edited in the last 14 days', { tags: 'reports.edited-message' }, async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    const { body: message } = await as(ann).post<{ id: string }>(`/chats/${chatId}`, { message: 'ett hot' })
    await as(bo).post(`/chats/${chatId}/${message.id}/react`, { reaction: 'SAD' })
    for (const text of ['ett skämt', 'ingenting'])
      await as(ann).post(`/chats/${chatId}/${message.id}/edit`, { message: text })
    const content = await fileAndRead(bo, { kind: 'CHAT_MESSAGE', id: message.id, parentId: chatId })
    expect(content.subject).toMatchObject({ text: 'ingenting', editedAt: expect.any(String), deletedAt: null })
    expect(content.earlier).toMatchObject([
      { id: message.id, text: 'ett hot', memberId: ann.id },
      { id: message.id, text: 'ett skämt', memberId: ann.id },
    ])
  })

  test('is no longer available for the photo of a message that was deleted 14 days ago', async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    const photo = await aPhoto(ctx, ann, { chatId, attached: true })
    await asOwner(
      db,
      sql`update media set state = 'REMOVED', "dueAt" = now() + interval '1 minute' where id = ${photo}`,
    )
    expect((await file(bo, { kind: 'PHOTO', id: photo })).status).toBe(201)
    expect((await file(await aMember(db), { kind: 'PHOTO', id: photo })).status).toBe(404)
    await asOwner(db, sql`update media set "dueAt" = now() - interval '1 second' where id = ${photo}`)
    expect((await file(bo, { kind: 'PHOTO', id: photo })).status).toBe(404)
  })
})

describe('the evidence of a group message', () => {
  const aThread = async () => {
    const [author, reporter, other] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner: other, members: [author, reporter] })
    const { body: post } = await as(author).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'inlägget' })
    const path = `/groups/${groupId}/messages/${post.id}`
    const commentIds: string[] = []
    for (const message of numbered(26, 'kommentar'))
      commentIds.push((await as(author).post<{ id: string }>(`${path}/comments`, { message })).body.id)
    return { author, reporter, other, groupId, path, postId: post.id, commentIds }
  }

  test('contains the newest 20 comments of a post', { tags: 'reports.evidence' }, async () => {
    const { reporter, groupId, postId, author } = await aThread()
    const content = await fileAndRead(reporter, { kind: 'GROUP_MESSAGE', id: postId, parentId: groupId })
    expect(content).toMatchObject({ subject: { text: 'inlägget' }, author: { id: author.id } })
    expect(textsOf(content.context)).toEqual(numbered(26, 'kommentar').slice(-20))
  })

  test('contains the post of a comment and the comments around it', { tags: 'reports.evidence' }, async () => {
    const { reporter, groupId, commentIds } = await aThread()
    const content = await fileAndRead(reporter, { kind: 'GROUP_MESSAGE', id: commentIds[12] ?? '', parentId: groupId })
    expect(content.subject.text).toBe('kommentar 13')
    expect(textsOf(content.context)).toEqual(['inlägget', ...numbered(26, 'kommentar').toSpliced(12, 1).slice(2, 22)])
  })

  test('contains no comments and posts that a block hides from the reporter', {
    tags: ['reports.evidence', 'blocks.reports'],
  }, async () => {
    const [author, reporter, owner] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner, members: [author, reporter] })
    const path = `/groups/${groupId}/messages`
    const send = async (member: TestMember, to: string, message: string) =>
      (await as(member).post<{ id: string }>(to, { message })).body.id
    const postId = await send(author, path, 'inlägget')
    await send(owner, `${path}/${postId}/comments`, 'kommentar före blocket')
    await send(owner, path, 'inlägg före blocket')
    await as(owner).post('/blocks', { userName: reporter.userName })
    await send(owner, `${path}/${postId}/comments`, 'kommentar efter blocket')
    await send(owner, path, 'inlägg efter blocket')
    const message = await fileAndRead(reporter, { kind: 'GROUP_MESSAGE', id: postId, parentId: groupId })
    expect(textsOf(message.context)).toEqual(['kommentar före blocket'])
    const group = await fileAndRead(reporter, { kind: 'GROUP', id: groupId })
    expect(textsOf(group.context)).toEqual(['inlägg före blocket'])
  })

  test('cannot be taken of a comment on a post that a block hides from the reporter', {
    tags: ['reports.visible-only', 'blocks.reports'],
  }, async () => {
    const [author, reporter, owner] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner, members: [author, reporter] })
    const path = `/groups/${groupId}/messages`
    const send = async (member: TestMember, to: string, message: string) =>
      (await as(member).post<{ id: string }>(to, { message })).body.id
    const shownPostId = await send(owner, path, 'inlägg före blocket')
    await as(owner).post('/blocks', { userName: reporter.userName })
    const hiddenPostId = await send(owner, path, 'inlägg efter blocket')
    const reportComment = async (postId: string, by: TestMember) => {
      const id = await send(author, `${path}/${postId}/comments`, 'kommentar')
      return (await file(by, { kind: 'GROUP_MESSAGE', id, parentId: groupId })).status
    }
    expect(await reportComment(shownPostId, reporter)).toBe(201)
    expect(await reportComment(hiddenPostId, reporter)).toBe(404)
    expect(await reportComment(hiddenPostId, owner)).toBe(201)
  })

  test('contains the words before an edit and before a deletion', { tags: 'reports.earlier-words' }, async () => {
    const { author, reporter, groupId, path, postId } = await aThread()
    await as(author).post(path, { message: 'ändrat inlägg' })
    await as(author).post(`${path}/delete`)
    const content = await fileAndRead(reporter, { kind: 'GROUP_MESSAGE', id: postId, parentId: groupId })
    expect(content.subject.text).toBeNull()
    expect(textsOf(content.earlier)).toEqual(['inlägget', 'ändrat inlägg'])
  })

  test('is no longer available 14 days after the account of the author was deleted', async () => {
    const { author, reporter, groupId, postId } = await aThread()
    const subject = { kind: 'GROUP_MESSAGE', id: postId, parentId: groupId } as const
    await asOwner(db, sql`update members set "deletedAt" = now() - interval '13 days' where id = ${author.id}`)
    expect((await file(reporter, subject)).status).toBe(201)
    await asOwner(db, sql`update members set "deletedAt" = now() - interval '14 days' where id = ${author.id}`)
    expect((await file(reporter, subject)).status).toBe(404)
  })
})

describe('the evidence of a group whose owner is suspended', () => {
  const aGroupOf = async (members: TestMember[]) => {
    const owner = await aMember(db)
    const { groupId } = await aGroup(db, { owner, members })
    const path = `/groups/${groupId}/messages`
    const { body: post } = await as(owner).post<{ id: string }>(path, { message: 'inlägg av ägaren' })
    for (const author of members) await as(author).post(path, { message: `inlägg av ${author.userName}` })
    await reportAndDecide(await aMember(db), { kind: 'PROFILE', id: owner.userName }, { kind: 'SUSPEND', days: 7 })
    return {
      group: { kind: 'GROUP', id: groupId } as const,
      post: { kind: 'GROUP_MESSAGE', id: post.id, parentId: groupId } as const,
    }
  }

  test('contains the posts of the member who owns the group now, and that of a post its words', {
    tags: 'reports.evidence',
  }, async () => {
    const [successor, reporter] = [await aMember(db), await aMember(db)]
    const { group, post } = await aGroupOf([successor, reporter])
    const content = await fileAndRead(reporter, group)
    expect(content).toMatchObject({ author: { id: successor.id }, subject: { memberId: successor.id } })
    expect(textsOf(content.context)).toEqual([`inlägg av ${successor.userName}`])
    expect((await fileAndRead(reporter, post)).subject.text).toBe('inlägg av ägaren')
  })

  test('cannot be taken without another member, or by the only one, who owns the group now', {
    tags: 'reports.visible-only',
  }, async () => {
    const reporter = await aMember(db)
    expect((await file(reporter, (await aGroupOf([])).group)).status).toBe(404)
    expect((await file(reporter, (await aGroupOf([reporter])).group)).status).toBe(400)
  })
})

describe('the evidence of a profile', () => {
  test('contains the albums that the reporter may see', { tags: 'reports.evidence' }, async () => {
    const owner = await aMember(db)
    const photos = {
      PUBLIC: await aPhoto(ctx, owner),
      VERIFIED: await aPhoto(ctx, owner, { album: 'VERIFIED' }),
      PRIVATE: await aPhoto(ctx, owner, { album: 'PRIVATE' }),
    }
    const verified = await aMember(db)
    await asOwner(db, sql`update members set badges = '{VERIFIED}' where id = ${verified.id}`)
    const mediaFor = async (reporter: TestMember) =>
      (await fileAndRead(reporter, { kind: 'PROFILE', id: owner.userName })).subject.media
    expect(await mediaFor(await aMember(db))).toEqual([photos.PUBLIC])
    expect(await mediaFor(verified)).toEqual([photos.PUBLIC, photos.VERIFIED])
  })

  test('contains the words, persons, cities and the title of the newest ad', async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    await asOwner(db, sql`update members set description = 'Säljer bilder' where id = ${reported.id}`)
    expect(await fileAndRead(reporter, subjects.PROFILE)).toMatchObject({
      subject: { title: reported.userName, text: 'Säljer bilder', facts: [{ name: 'cities', value: 'Stockholm' }, {}] },
      context: [{ role: 'PROFILE', title: 'Bad' }],
      author: { persons: [{ sex: 'FEMALE', yearOfBirth: 1985 }], verified: false },
    })
  })
})

test('the evidence of other content contains its words and pictures', { tags: 'reports.evidence' }, async () => {
  const { reporter, group, subjects } = await aReportWorld(ctx)
  expect(await fileAndRead(reporter, subjects.AD)).toMatchObject({ subject: { title: 'Bad', text: 'Vem vill?' } })
  expect(await fileAndRead(reporter, subjects.EVENT)).toMatchObject({
    subject: { title: 'Picknick', facts: expect.arrayContaining([{ name: 'place', value: 'Slottsskogen' }]) },
  })
  expect(await fileAndRead(reporter, subjects.NEWS_COMMENT)).toMatchObject({
    subject: { text: 'Så dumt', facts: [{ name: 'news', value: 'Nytt' }] },
  })
  expect(await fileAndRead(reporter, subjects.GROUP)).toMatchObject({
    subject: { title: group.groupName, text: 'Vi ses' },
    context: [{ role: 'BEFORE', text: 'Hej gruppen' }],
  })
  expect(await fileAndRead(reporter, subjects.GROUP_INVITE)).toMatchObject({
    subject: { text: 'Kom med' },
    context: [{ role: 'PARENT', text: 'Vi ses' }],
  })
  expect(await fileAndRead(reporter, subjects.MOVIE_ENTRY)).toMatchObject({
    subject: { text: 'Sista kvällen på berget', media: [expect.any(String)] },
  })
  expect(await fileAndRead(reporter, subjects.PHOTO)).toMatchObject({
    subject: { media: [subjects.PHOTO.id], facts: [{ name: 'album', value: 'PUBLIC' }] },
  })
})

test('a report enqueues the copying of the pictures in its evidence', { tags: 'reports.copy-files' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { body } = await file(reporter, subjects.PHOTO)
  const { id } = await db.selectFrom('evidence').select('id').where('reportId', '=', body.id).executeTakeFirstOrThrow()
  const files = await db.selectFrom('evidence_files').selectAll().where('evidenceId', '=', id).execute()
  expect(files).toMatchObject([{ mediaId: subjects.PHOTO.id, copiedAt: null, missingAt: null }])
  expect(files[0]?.key).toMatch(/^[\w-]{22}$/)
  expect(await listJobs(db)).toContainEqual({ name: 'reports:copy-files', payload: { evidenceId: id } })
})

test('a group invite that was withdrawn can be reported for 14 days', { tags: 'reports.earlier-words' }, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const path = `/groups/${subjects.GROUP_INVITE.id}/invites/${encodeURIComponent(reporter.userName)}/withdraw`
  expect((await as(reported).post(path)).status).toBe(204)
  const content = await fileAndRead(reporter, subjects.GROUP_INVITE)
  expect(content).toMatchObject({
    subject: { text: 'Kom med', memberId: reported.id },
    context: [{ role: 'PARENT', text: 'Vi ses' }],
  })
  expect((await file(await aMember(db), subjects.GROUP_INVITE)).status).toBe(404)
  await asOwner(db, sql`update earlier_words set until = now() - interval '1 second' where place = 'INVITE'`)
  expect((await file(reporter, subjects.GROUP_INVITE)).status).toBe(404)
})

test('an invite that was withdrawn can be reported by its recipient', { tags: 'reports.earlier-words' }, async () => {
  const { ann, bo, chatId } = await anInvite(db)
  await as(ann).post(`/chats/${chatId}/delete`)
  const content = await fileAndRead(bo, { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chatId })
  expect(content.subject).toMatchObject({ text: 'Hej där', memberId: ann.id })
})
