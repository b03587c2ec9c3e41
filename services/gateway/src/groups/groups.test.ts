import { randomUUID } from 'node:crypto'
import type { Group, GroupMember } from '@app/contract/groups'
import { NEARBY_MAX } from '@app/contract/limits'
import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aGroupName, listMemberships, readGroupRow, recordPushes } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const openGroup = (member: TestMember, groupId: string) => as(member).get<Group>(`/groups/${groupId}/open`)
const listGroups = async (member: TestMember, list = '') =>
  (await as(member).get<Group[]>(`/groups${list}`)).body.map(({ groupId }) => groupId)
const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)

describe('a new group', () => {
  test('belongs to its creator, who is the only member and an admin', { tags: 'groups.create' }, async () => {
    const ann = await aMember(db)
    const readPushes = await recordPushes(ctx)
    const groupName = aGroupName()
    const { status, body } = await as(ann).post<Group>('/groups', { groupName, description: 'Vi *paddlar*' })
    expect(status).toBe(201)
    expect(body).toEqual({
      groupId: expect.stringMatching(/^\d+$/),
      groupName,
      description: 'Vi *paddlar*',
      creatorName: ann.userName,
      isOpen: false,
      memberCount: 1,
      role: 'ADMIN',
      owner: true,
      version: expect.any(Number),
      newMessages: 0,
      myLastRead: null,
      lastUpdate: expect.any(String),
      lastMessage: null,
      lastMessageSender: null,
    })
    expect(await readPushes()).toEqual([
      { to: [ann.id], push: { type: 'group:changed', groupId: body.groupId, group: body } },
      expect.objectContaining({ group: body.groupId, push: expect.objectContaining({ type: 'group:info' }) }),
    ])
    expect((await openGroup(ann, body.groupId)).body).toEqual(body)
    expect(await listGroups(ann)).toEqual([body.groupId])
    expect(await listGroups(ann, '/admin')).toEqual([body.groupId])
    expect(await listGroups(ann, '/can-join')).not.toContain(body.groupId)
  })

  test.each([
    [{ groupName: 'Åå', description: 'x' }, 'INVALID_GROUP_NAME', ['groupName']],
    [{ groupName: ' ab ', description: 'x' }, 'INVALID_GROUP_NAME', ['groupName']],
    [{ groupName: 'x'.repeat(31), description: 'x' }, 'INVALID_GROUP_NAME', ['groupName']],
    [{ groupName: 'Grupp!', description: 'x' }, 'ILLEGAL_CHARACTER', ['groupName']],
    [{ groupName: 'Grupp \u212a', description: 'x' }, 'ILLEGAL_CHARACTER', ['groupName']],
    [{ groupName: 'Grupp!', description: '' }, 'VALIDATION', ['description', 'groupName']],
    [{ groupName: 'Kanoter', description: '' }, 'VALIDATION', ['description']],
    [{ groupName: 'Kanoter', description: '  ' }, 'VALIDATION', ['description']],
    [{ groupName: 'Kanoter', description: 'x'.repeat(1001) }, 'VALIDATION', ['description']],
    [{ groupName: 'Kanoter' }, 'VALIDATION', ['description']],
    [{ description: 'x' }, 'INVALID_GROUP_NAME', ['groupName']],
    [{ groupName: 'Kanoter', description: 'x', isOpen: 'ja' }, 'VALIDATION', ['isOpen']],
    [{ groupName: 'Kanoter', description: 'a\u0000b' }, 'VALIDATION', ['description']],
  ])('with %j is rejected with the error %s', { tags: 'groups.invalid-new-group' }, async (body, code, fields) => {
    const ann = await aMember(db)
    const readPushes = await recordPushes(ctx)
    const response = await as(ann).post<{ code: string; fields: { path: string }[] }>('/groups', body)
    expect(response).toMatchObject({ status: 400, body: { code } })
    expect(response.body.fields.map(({ path }) => path).sort()).toEqual(fields)
    expect(await readPushes()).toEqual([])
    expect(await listGroups(ann)).toEqual([])
  })

  test('can have a name of three characters between spaces', async () => {
    const { status } = await as(await aMember(db)).post('/groups', { groupName: '   a b  ', description: 'x' })
    expect(status).toBe(201)
  })

  test('has a unique name, regardless of case and Unicode form, even if ten requests are concurrent', {
    tags: 'groups.unique-name',
  }, async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => aMember(db)))
    const groupName = `Å${aGroupName()}`
    const responses = await Promise.all(
      members.map((member, n) =>
        as(member).post('/groups', {
          groupName: n % 2 ? groupName.toUpperCase() : ` ${groupName.normalize('NFD')} `,
          description: 'x',
        }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    for (const { status, body } of responses)
      if (status === 409) expect(body).toMatchObject({ code: 'GROUP_NAME_IN_USE' })
    const listed = await Promise.all(members.map((member) => listGroups(member)))
    expect(listed.flat()).toHaveLength(1)
  })
})

test('a repeated or concurrent request with the same clientId creates one group', {
  tags: 'groups.create-once',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  const createFields = () => ({ groupName: aGroupName(), description: 'x' })
  const clientId = randomUUID()
  const readPushes = await recordPushes(ctx)
  const form = { ...createFields(), clientId }
  const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post<Group>('/groups', form)))
  const laterResponse = await as(ann).post<Group>('/groups', { ...createFields(), clientId: clientId.toUpperCase() })
  expect(
    new Set([...responses, laterResponse].map(({ status, body }) => `${status} ${body.groupId} ${body.groupName}`)),
  ).toEqual(new Set([`201 ${laterResponse.body.groupId} ${form.groupName}`]))
  expect(await readPushes()).toHaveLength(2)
  expect((await as(bo).post('/groups', form)).body).toMatchObject({ code: 'GROUP_NAME_IN_USE' })
  expect((await as(bo).post('/groups', { ...createFields(), clientId })).status).toBe(201)
  expect(await listGroups(ann)).toEqual([laterResponse.body.groupId])
  expect((await as(ann).post('/groups', { ...createFields(), clientId: 'x' })).status).toBe(400)
})

describe('changing a group', () => {
  test('is limited to its admins, and notifies all members once', { tags: 'groups.change' }, async () => {
    const [admin, bo] = [await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { admins: [admin], members: [bo], isOpen: true })
    const change = { groupName: aGroupName(), description: 'Nytt' }
    const { version } = (await openGroup(bo, groupId)).body
    const readPushes = await recordPushes(ctx)
    const response = await as(admin).post<Group>(`/groups/${groupId}`, change)
    expect(response).toMatchObject({ status: 200, body: { ...change, isOpen: true, version: version + 1 } })
    expect((await as(admin).post(`/groups/${groupId}`, change)).status).toBe(200)
    const { body } = await openGroup(bo, groupId)
    expect(body).toMatchObject({ ...change, isOpen: true, version: version + 1, role: 'MEMBER' })
    const { groupName, description, creatorName, isOpen, memberCount } = body
    const info = { groupId, groupName, description, creatorName, isOpen, memberCount }
    expect(await readPushes()).toEqual([
      { group: groupId, author: null, push: { type: 'group:info', version: version + 1, info } },
    ])
  })

  test('has no effect if the name is taken or too short', async () => {
    const takenGroup = await aGroup(db)
    const { groupId, owner } = await aGroup(db)
    const rowBefore = await readGroupRow(ctx, groupId)
    const readPushes = await recordPushes(ctx)
    const renameGroup = (groupName: string) => as(owner).post(`/groups/${groupId}`, { groupName, description: 'x' })
    expect(await renameGroup(takenGroup.groupName.toLowerCase())).toMatchObject({
      status: 409,
      body: { code: 'GROUP_NAME_IN_USE' },
    })
    expect(await renameGroup('ab')).toMatchObject({ status: 400, body: { code: 'INVALID_GROUP_NAME' } })
    expect(await readGroupRow(ctx, groupId)).toEqual(rowBefore)
    expect(await readPushes()).toEqual([])
  })
})

describe('a name that imitates the team', () => {
  test.each(['Teamet', 'Sal0ng Support', 'A d m i n'])(
    '%s is rejected for a group and never stored',
    async (groupName) => {
      const ann = await aMember(db)
      const { groupId } = await aGroup(db, { admins: [ann] })
      const rowBefore = await readGroupRow(ctx, groupId)
      const rejection = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'groupName' }] } }
      expect(await as(ann).post('/groups', { groupName, description: 'x' })).toMatchObject(rejection)
      expect(await as(ann).post(`/groups/${groupId}`, { groupName, description: 'x' })).toMatchObject(rejection)
      expect(await readGroupRow(ctx, groupId)).toEqual(rowBefore)
    },
  )

  test('stays with a group that already has it', async () => {
    const ann = await aMember(db)
    const { groupId } = await aGroup(db, { admins: [ann] })
    await db
      .updateTable('groups')
      .set({ groupName: 'Supporten', nameKey: 'supporten' })
      .where('id', '=', groupId)
      .execute()
    const change = { groupName: 'Supporten', description: 'Ny text' }
    expect(await as(ann).post(`/groups/${groupId}`, change)).toMatchObject({ status: 200, body: change })
  })
})

describe('lists', () => {
  test("page the member's own groups, most recently active first", {
    tags: 'groups.my-list',
  }, async () => {
    const ann = await aMember(db)
    const groupIds: string[] = []
    for (let n = 0; n < 5; n += 1) groupIds.push((await aGroup(db, { members: [ann] })).groupId)
    const [first = ''] = groupIds
    await db
      .updateTable('groups')
      .set({ lastUpdate: new Date(Date.now() + 60_000).toISOString() })
      .where('id', '=', first)
      .execute()
    const all = [first, ...groupIds.slice(1).reverse()]
    expect(await listGroups(ann)).toEqual(all)
    expect(await listGroups(ann, '?limit=2')).toEqual(all.slice(0, 2))
    expect(await listGroups(ann, `?limit=2&before=${all[1]}`)).toEqual(all.slice(2, 4))
    expect(await listGroups(ann, '/admin')).toEqual([])
  })

  test('contain unread counts, computed from the stored numbers of posts', async () => {
    const ann = await aMember(db)
    const { groupId } = await aGroup(db, { members: [ann] })
    await db.updateTable('groups').set({ posts: 7 }).where('id', '=', groupId).execute()
    await db.updateTable('group_members').set({ readPosts: 4 }).where('memberId', '=', ann.id).execute()
    await aGroup(db, { members: [ann] })
    expect((await openGroup(ann, groupId)).body.newMessages).toBe(3)
    expect((await as(ann).get('/groups/count')).body).toEqual({ groups: 1, messages: 3, invites: 0 })
  })

  test('of groups to join contain the open groups that the member is not in, newest first, but not those of an owner in a blocked pair with the member', {
    tags: 'groups.open-list',
  }, async () => {
    const [ann, ignored, ignorer] = [await aMember(db), await aMember(db), await aMember(db)]
    const [olderGroup, newerGroup] = [await aGroup(db, { isOpen: true }), await aGroup(db, { isOpen: true })]
    const hiddenGroups = [
      await aGroup(db),
      await aGroup(db, { isOpen: true, members: [ann] }),
      await aGroup(db, { isOpen: true, owner: ignored }),
      await aGroup(db, { isOpen: true, owner: ignorer }),
    ]
    const lastActiveThen = new Date().toISOString()
    await db
      .insertInto('ignores')
      .values([
        { ignorerId: ann.id, ignoredId: ignored.id, lastActiveThen },
        { ignorerId: ignorer.id, ignoredId: ann.id, lastActiveThen },
      ])
      .execute()
    const listed = await listGroups(ann, '/can-join?limit=100')
    expect(listed.slice(0, 2)).toEqual([newerGroup.groupId, olderGroup.groupId])
    for (const { groupId } of hiddenGroups) expect(listed).not.toContain(groupId)
    expect(await listGroups(ann, `/can-join?limit=1&before=${newerGroup.groupId}`)).toEqual([olderGroup.groupId])
    const { body } = await as(ann).get<Group[]>('/groups/can-join?limit=1')
    expect(body[0]).toMatchObject({ role: 'NONE', version: 0, newMessages: 0, lastMessage: null, owner: false })
  })

  test('of groups to join contain, with `near`, up to ten groups whose name or description names a city of the member', {
    tags: 'groups.near',
  }, async () => {
    const [ann, ignored] = [await aMember(db, { cities: ['Skövde'] }), await aMember(db)]
    const aGroupAbout = async (description: string, options: Parameters<typeof aGroup>[1] = {}) => {
      const { groupId } = await aGroup(db, { isOpen: true, ...options })
      await db.updateTable('groups').set({ description }).where('id', '=', groupId).execute()
      return groupId
    }
    await as(ann).post('/ignore', ignored.userName)
    const named = await aGroupAbout('Vi ses')
    await db.updateTable('groups').set({ groupName: 'Skövdes dansare' }).where('id', '=', named).execute()
    const described = await aGroupAbout('Vi ses **i Skövde** och dansar')
    await aGroupAbout('Skövdebor')
    await aGroupAbout('i skövde')
    await aGroupAbout('Skövde', { isOpen: false })
    await aGroupAbout('Skövde', { members: [ann] })
    await aGroupAbout('Skövde', { owner: ignored })
    expect(await listGroups(ann, '/can-join?near=true')).toEqual([described, named])
    expect(await listGroups(ann, `/can-join?near=true&before=${described}`)).toEqual([described, named])
    expect(await listGroups(ann, '/can-join?near=true&limit=1')).toEqual([described])
    expect(await listGroups(ann, '/can-join?near=false&limit=100')).toEqual(
      await listGroups(ann, '/can-join?limit=100'),
    )
    for (let n = 0; n < NEARBY_MAX; n += 1) await aGroupAbout('Skövde')
    expect(await listGroups(ann, '/can-join?near=true&limit=100')).toHaveLength(NEARBY_MAX)
    expect(await listGroups(await aMember(db, { level: 'ADMIN' }), '/can-join?near=true')).toEqual([])
  })

  test('of members begin with the owner, then the admins, then the others by name; only admins see members in a blocked pair with them', {
    tags: 'groups.members-list',
  }, async () => {
    const [ann, bo, cia] = [
      await aMember(db, { userName: 'Örjan' }),
      await aMember(db, { userName: 'Bertil' }),
      await aMember(db, { userName: 'cecilia', couple: true }),
    ]
    const admin = await aMember(db, { userName: 'Aaron' })
    const { groupId, owner } = await aGroup(db, { admins: [admin], members: [ann, cia, bo] })
    const listMembers = async (member: TestMember, query = '') =>
      (await as(member).get<GroupMember[]>(`/groups/${groupId}/members${query}`)).body
    const all = await listMembers(ann)
    expect(all.map(({ userName }) => userName)).toEqual([owner.userName, 'Aaron', 'Bertil', 'cecilia', 'Örjan'])
    expect(all[0]).toMatchObject({ admin: true, owner: true, mine: false, couple: false })
    expect(all[1]).toMatchObject({ admin: true, owner: false })
    expect(all[3]).toMatchObject({ admin: false, couple: true, badges: [] })
    expect(all[4]).toMatchObject({ mine: true })
    expect(await listMembers(ann, '?from=1&limit=2')).toEqual(all.slice(1, 3))
    await as(bo).post('/ignore', ann.userName)
    expect((await listMembers(ann)).map(({ userName }) => userName)).not.toContain('Bertil')
    expect((await listMembers(bo)).map(({ userName }) => userName)).not.toContain('Örjan')
    expect(await listMembers(admin)).toHaveLength(5)
  })
})

describe('joining a group', () => {
  test('makes the caller a member without unread messages if it is open', { tags: 'groups.join' }, async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db, { isOpen: true })
    await db.updateTable('groups').set({ posts: 3 }).where('id', '=', groupId).execute()
    const readPushes = await recordPushes(ctx)
    const { status, body } = await as(ann).post<Group>(`/groups/${groupId}/join`)
    expect({ status, body }).toMatchObject({ status: 200, body: { role: 'MEMBER', memberCount: 2, newMessages: 0 } })
    expect(await readPushes()).toEqual([
      { to: [ann.id], push: { type: 'group:changed', groupId, group: body } },
      {
        group: groupId,
        author: null,
        push: { type: 'group:info', version: body.version, info: expect.objectContaining({ memberCount: 2 }) },
      },
    ])
    expect((await openGroup(owner, groupId)).body.memberCount).toBe(2)
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const ann = await aMember(db)
    const { groupId } = await aGroup(db, { isOpen: true })
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post(`/groups/${groupId}/join`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await readGroupRow(ctx, groupId)).toMatchObject({ memberCount: 2 })
  })

  test('succeeds or responds NOT_FOUND during its deletion, which leaves no member behind', async () => {
    const joiners = await Promise.all(Array.from({ length: 5 }, () => aMember(db)))
    const { groupId, owner } = await aGroup(db, { isOpen: true })
    const [deletion, ...joinResponses] = await Promise.all([
      as(owner).post(`/groups/${groupId}/delete`),
      ...joiners.map((member) => as(member).post(`/groups/${groupId}/join`)),
    ])
    expect(deletion?.status).toBe(204)
    for (const { status } of joinResponses) expect([200, 404]).toContain(status)
    expect(await listMemberships(ctx, groupId)).toEqual([])
    expect((await openGroup(owner, groupId)).status).toBe(404)
    for (const member of joiners) expect(await listGroups(member)).toEqual([])
  })
})

describe('leaving a group', () => {
  test('removes the caller immediately, and pushes the new member count to the others', {
    tags: 'groups.leave',
  }, async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db, { members: [ann] })
    const readPushes = await recordPushes(ctx)
    expect((await as(ann).post(`/groups/${groupId}/leave`)).status).toBe(204)
    expect(await readPushes()).toMatchObject([
      { to: [ann.id], push: { type: 'group:changed', groupId, group: null } },
      { group: groupId, push: { type: 'group:info', info: { memberCount: 1 } } },
    ])
    expect((await as(ann).get(`/groups/${groupId}/members`)).status).toBe(403)
    expect((await as(ann).post(`/groups/${groupId}/leave`)).status).toBe(403)
    expect((await openGroup(owner, groupId)).body).toMatchObject({ memberCount: 1, owner: true })
  })

  test('transfers the group of a leaving owner to the longest-standing admin', async () => {
    const [earlyAdmin, lateAdmin, bo] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [earlyAdmin, lateAdmin], members: [bo] })
    const readPushes = await recordPushes(ctx)
    await as(owner).post(`/groups/${groupId}/leave`)
    expect((await openGroup(earlyAdmin, groupId)).body).toMatchObject({ role: 'ADMIN', owner: true, memberCount: 3 })
    const { body } = await openGroup(earlyAdmin, groupId)
    expect(await readPushes()).toContainEqual({
      to: [earlyAdmin.id],
      push: { type: 'group:changed', groupId, group: body },
    })
    expect((await readPushes()).filter((envelope) => 'to' in envelope)).toHaveLength(2)
  })

  test('makes the longest-standing member admin and owner after the last admin', async () => {
    const [bo, cia] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { members: [bo, cia] })
    await as(owner).post(`/groups/${groupId}/leave`)
    expect((await openGroup(bo, groupId)).body).toMatchObject({ role: 'ADMIN', owner: true })
    expect((await openGroup(cia, groupId)).body).toMatchObject({ role: 'MEMBER', owner: false })
  })

  test('leaves the group with an admin if two admins leave concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [admin, bo] = [await aMember(db), await aMember(db)]
      const { groupId, owner } = await aGroup(db, { admins: [admin], members: [bo] })
      const responses = await Promise.all([owner, admin].map((member) => as(member).post(`/groups/${groupId}/leave`)))
      expect(responses.map(({ status }) => status)).toEqual([204, 204])
      expect((await openGroup(bo, groupId)).body).toMatchObject({ role: 'ADMIN', owner: true, memberCount: 1 })
    }
  })

  test('deletes the group and frees its name if all members leave concurrently', async () => {
    const members = [await aMember(db), await aMember(db)]
    const { groupId, groupName, owner } = await aGroup(db, { members })
    const all = [owner, ...members]
    const responses = await Promise.all(all.map((member) => as(member).post(`/groups/${groupId}/leave`)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await openGroup(owner, groupId)).status).toBe(404)
    expect((await as(owner).post('/groups', { groupName, description: 'x' })).status).toBe(201)
  })
})

describe('managing members', () => {
  test('removes a member immediately and notifies them; they may rejoin an open group', {
    tags: 'groups.remove-member',
  }, async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { admins: [admin], members: [ann], isOpen: true })
    const readPushes = await recordPushes(ctx)
    expect((await as(admin).post(`/groups/${groupId}/members/${encodeName(ann)}/remove`)).status).toBe(204)
    expect(await readPushes()).toMatchObject([
      { to: [ann.id], push: { type: 'group:changed', groupId, group: null } },
      { group: groupId, push: { type: 'group:info', info: { memberCount: 2 } } },
    ])
    expect((await openGroup(ann, groupId)).body).toMatchObject({ role: 'NONE', version: 0 })
    expect(await listGroups(ann)).toEqual([])
    expect((await as(admin).post(`/groups/${groupId}/members/${encodeName(ann)}/remove`)).status).toBe(404)
    expect((await as(ann).post(`/groups/${groupId}/join`)).status).toBe(200)
  })

  test('notifies the group, and the member who becomes an admin or is no longer one', {
    tags: 'groups.admins',
  }, async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db, { members: [ann] })
    const changeMember = (action: string) => as(owner).post(`/groups/${groupId}/members/${encodeName(ann)}/${action}`)
    for (const [action, role] of [
      ['promote', 'ADMIN'],
      ['demote', 'MEMBER'],
    ] as const) {
      const readPushes = await recordPushes(ctx)
      expect((await changeMember(action)).status).toBe(204)
      const { body } = await openGroup(ann, groupId)
      expect(body).toMatchObject({ role, owner: false })
      expect(await readPushes()).toMatchObject([
        { to: [ann.id], push: { type: 'group:changed', groupId, group: body } },
        { group: groupId, push: { type: 'group:info', version: body.version } },
      ])
      expect(await changeMember(action)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    }
  })

  test('rejects removing or demoting the owner, and removing oneself; admins may demote themselves', {
    tags: 'groups.owner-protected',
  }, async () => {
    const admin = await aMember(db)
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    const membershipsBefore = await listMemberships(ctx, groupId)
    const changeMember = (member: TestMember, target: TestMember, action: string) =>
      as(member).post(`/groups/${groupId}/members/${encodeName(target)}/${action}`)
    for (const [member, target, action] of [
      [admin, owner, 'remove'],
      [admin, owner, 'demote'],
      [owner, owner, 'demote'],
      [owner, owner, 'remove'],
      [admin, admin, 'remove'],
    ] as const)
      expect(await changeMember(member, target, action)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await changeMember(admin, owner, 'promote')).status).toBe(409)
    expect(await listMemberships(ctx, groupId)).toEqual(membershipsBefore)
    expect((await changeMember(admin, admin, 'demote')).status).toBe(204)
    expect((await openGroup(admin, groupId)).body.role).toBe('MEMBER')
  })

  test('keeps one of two admins who remove each other concurrently', async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { admins: [ann, bo] })
    const responses = await Promise.all([
      as(ann).post(`/groups/${groupId}/members/${encodeName(bo)}/remove`),
      as(bo).post(`/groups/${groupId}/members/${encodeName(ann)}/remove`),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 403])
    expect(await listMemberships(ctx, groupId)).toHaveLength(2)
  })
})
