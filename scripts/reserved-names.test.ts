import { createDatabase, createPool } from '@app/server/db/database'
import { testDatabase } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, expect, test } from 'vitest'
import { listReservedNames } from './reserved-names.ts'

const { url, drop } = await testDatabase()
const db = createDatabase(createPool(url, 1))
afterAll(async () => {
  await db.destroy()
  await drop()
})

test('lists the members whose names are reserved, and not the team, admins or members being deleted', async () => {
  await aMember(db, { userName: 'Badminton' })
  expect(await listReservedNames(url)).toBe('No member has a reserved name.')
  const registeredAt = new Date('2026-03-04T05:06:07Z')
  for (const userName of ['Aclmin', 'Anna Support'])
    await aMember(db, { userName, email: `${userName.replace(' ', '.')}@example.test`, registeredAt })
  await aMember(db, { userName: 'Root', level: 'ADMIN' })
  await aMember(db, { userName: 'Notiser', deletedAt: new Date() })
  expect(await listReservedNames(url)).toBe(
    'Aclmin\tAclmin@example.test\t2026-03-04\nAnna Support\tAnna.Support@example.test\t2026-03-04',
  )
})
