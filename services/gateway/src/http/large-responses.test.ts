import { ChatResponse } from '@app/contract/chats'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { largeResponseSerializer } from './large-responses.ts'

const Person = z.object({ name: z.string(), city: z.nullable(z.string()), dog: z.optional(z.string()) })
const schema = z.object({ people: z.array(Person), partner: z.nullable(Person) })
const serialize = largeResponseSerializer({ schema, method: 'GET', url: '/' })
const ann = { name: 'Ann "och" Åsa\n', city: null }

test('a large response contains the fields of the contract and no others', () => {
  const response = serialize({ people: [{ ...ann, passwordHash: 'secret' }], partner: null, email: 'ann@example.test' })
  expect(JSON.parse(response)).toEqual({ people: [ann], partner: null })
})

test('a large response without a required field throws', () => {
  expect(() => serialize({ people: [{ city: 'Lund' }], partner: null })).toThrow('name')
})

test('the schema of a chat can be compiled', () => {
  expect(() => largeResponseSerializer({ schema: ChatResponse, method: 'GET', url: '/' })).not.toThrow()
})
