import type { GettingStarted } from '@app/contract/welcome'
import { anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const read = async (member: TestMember) => (await as(member).get<GettingStarted>('/getting-started')).body
const NOTHING_DONE = { photo: false, words: false, hello: false, hidden: false }

describe('getting started', () => {
  test('lists the steps that the caller has taken, in one statement', { tags: 'welcome.getting-started' }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const statements = await recordStatements(async () => expect(await read(ann)).toEqual(NOTHING_DONE))
    expect(statements).toHaveLength(2)
    await aPhoto(ctx, ann, { album: 'PRIVATE' })
    await as(ann).post('/members', { profile: { description: ' \n ' } })
    expect(await read(ann)).toEqual(NOTHING_DONE)
    await aPhoto(ctx, ann)
    expect(await read(ann)).toEqual({ ...NOTHING_DONE, photo: true })
    await as(ann).post('/members', { profile: { description: 'Badar året om' } })
    expect(await read(ann)).toEqual({ ...NOTHING_DONE, photo: true, words: true })
    await as(ann).post('/chats/invites', { recipientName: bo.userName, message: 'Hej på dig' })
    expect(await read(ann)).toEqual({ photo: true, words: true, hello: true, hidden: false })
  })

  test('counts a received invite as a hello once it is accepted, even if the chat ends', async () => {
    const { ann, bo, chatId } = await anInvite(db)
    expect(await read(bo)).toMatchObject({ hello: false })
    await as(bo).post(`/chats/${chatId}/accept`)
    expect(await read(bo)).toMatchObject({ hello: true })
    await as(bo).post(`/chats/${chatId}/delete`)
    expect(await read(bo)).toMatchObject({ hello: true })
    expect(await read(ann)).toMatchObject({ hello: true })
  })

  test('counts neither a declined invite nor a chat with the team as a hello', async () => {
    const { bo, chatId } = await anInvite(db)
    await as(bo).post(`/chats/${chatId}/decline`)
    await as(bo).post('/chats/invites', { recipientName: 'Teamet', message: 'En fråga till er' })
    const admin = await aMember(db, { level: 'ADMIN' })
    const cy = await aMember(db)
    await as(admin).post('/chats/invites', { recipientName: cy.userName, message: 'Välkommen hit' })
    expect(await read(bo)).toMatchObject({ hello: false })
    expect(await read(cy)).toMatchObject({ hello: false })
  })

  test('does not count an unanswered invite whose sender is being deleted', async () => {
    const { bo } = await anInvite(db, { ann: await aMember(db) })
    await db.updateTable('chats').set({ state: 'ENDED', heldState: 'INVITED' }).where('invitedId', '=', bo.id).execute()
    expect(await read(bo)).toMatchObject({ hello: false })
  })

  test('stays hidden on all devices once the caller hides it, and for no other member', {
    tags: 'welcome.hide-getting-started',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    for (let count = 0; count < 2; count++) expect((await as(ann).post('/getting-started/hide')).status).toBe(204)
    expect(await read(ann)).toEqual({ ...NOTHING_DONE, hidden: true })
    expect(await read(bo)).toEqual(NOTHING_DONE)
  })

  test("is hidden from admins, and shows nothing of the team's chats", async () => {
    const admin = await aMember(db, { level: 'ADMIN' })
    await anOpenChat(db, { ann: admin })
    expect(await read(admin)).toEqual({ ...NOTHING_DONE, hidden: true })
  })
})
