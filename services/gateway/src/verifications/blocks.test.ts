import type { MemberResponse } from '@app/contract/members/members'
import { anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createVerificationHelpers } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx
const { sendAction, readVerifications } = createVerificationHelpers(ctx, as)

/** Stores that one member has confirmed another, with a photo. */
async function confirm(verifier: TestMember, owner: TestMember): Promise<string> {
  const at = new Date().toISOString()
  await db
    .insertInto('verifications')
    .values({ memberId: owner.id, verifierId: verifier.id, state: 'CONFIRMED', at })
    .execute()
  const mediaId = await aPhoto(ctx, owner)
  await db.insertInto('photo_confirmations').values({ mediaId, verifierId: verifier.id }).execute()
  return mediaId
}

/** Returns the confirmations of a member and whether their photo is confirmed, as one viewer sees them. */
async function readConfirmations(viewer: TestMember, owner: TestMember) {
  const path = `/members/username/${encodeURIComponent(owner.userName)}`
  const { body } = await as(viewer).get<MemberResponse>(path)
  const names = (await readVerifications(viewer, owner)).verifications.map(({ verifiedBy }) => verifiedBy)
  return { count: body.profile.verifications, names, photo: body.photos.map(({ verified }) => verified) }
}

test('a block hides the confirmation by the blocker from all members, and that by the blocked member from the two', {
  tags: 'blocks.verifications',
}, async () => {
  const { ann, bo } = await anOpenChat(db)
  const [cia, other] = [await aMember(db), await aMember(db)]
  await confirm(ann, bo)
  await confirm(bo, ann)
  for (const verifier of [ann, bo]) await confirm(verifier, other)
  await as(ann).post('/blocks', { userName: bo.userName })
  const none = { count: 0, names: [], photo: [false] }
  for (const viewer of [bo, cia]) expect(await readConfirmations(viewer, bo)).toEqual(none)
  expect(await readConfirmations(ann, ann)).toEqual({ count: 0, names: [], photo: [true] })
  expect(await readConfirmations(cia, ann)).toEqual({ count: 1, names: [bo.userName], photo: [true] })
  expect(await readConfirmations(ann, other)).toEqual({ count: 1, names: [ann.userName], photo: [true, false] })
  expect(await readConfirmations(bo, other)).toEqual({ count: 1, names: [bo.userName], photo: [false, true] })
})

test('a block removes the open requests of the two members from their lists', {
  tags: 'blocks.verifications',
}, async () => {
  const { ann, bo } = await anOpenChat(db)
  await sendAction(ann, 'ASK', bo)
  await sendAction(bo, 'ASK', ann)
  for (const member of [ann, bo])
    expect(await readVerifications(member, member)).toMatchObject({ requests: [{}], asked: [{}] })
  await as(ann).post('/blocks', { userName: bo.userName })
  for (const member of [ann, bo])
    expect(await readVerifications(member, member)).toMatchObject({ requests: [], asked: [] })
})
