import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testContext } from '../testing/context.ts'

/**
 * PostgreSQL counts characters, the contract UTF-16 units: a lower bound above one may reject a text that the contract
 * accepts.
 */
test('no check constraint requires more than one character of free text, except for the name of a group', async () => {
  const { db, close } = await testContext()
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(db)
  await close()
  const bounds = rows.flatMap(({ definition }) =>
    [...definition.matchAll(/char_length\("?(\w+)"?\) >= (\d+)/g)].map(([, column, minimum]) => ({ column, minimum })),
  )
  expect(bounds.filter(({ minimum }) => Number(minimum) > 1)).toEqual([{ column: 'groupName', minimum: '3' }])
})

const contract = join(import.meta.dirname, '../../../contract/src')
const modules = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

/** Returns the length limits that zod itself checks in a schema and all its parts. */
function listLengthLimits(value: unknown, visited = new Set<unknown>()): number[] {
  if (typeof value !== 'object' || value === null || visited.has(value)) return []
  visited.add(value)
  const { def } = (value as { _zod?: { def?: z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck[] } } })._zod ?? {}
  const ownLimits = def?.type === 'string' ? (def.checks ?? []).flatMap(({ _zod }) => listCheckedLengths(_zod.def)) : []
  return [...ownLimits, ...Object.values(def ?? value).flatMap((part) => listLengthLimits(part, visited))]
}

const listCheckedLengths = (check: z.core.$ZodCheckDef): number[] => {
  if (check.check === 'max_length') return [(check as z.core.$ZodCheckMaxLengthDef).maximum]
  return check.check === 'min_length' ? [(check as z.core.$ZodCheckMinLengthDef).minimum] : []
}

test('the contract checks lengths in UTF-16 units like browsers, not in code points like zod', async () => {
  for (const file of modules) {
    const limits = Object.values((await import(join(contract, file))) as object).flatMap((value) =>
      listLengthLimits(value),
    )
    // A minimum of one is the same in both units.
    expect({ file, limits: limits.filter((limit) => limit > 1) }).toEqual({ file, limits: [] })
  }
  expect(listLengthLimits(z.object({ a: z.optional(z.string().check(z.maxLength(30))) }))).toEqual([30])
})
