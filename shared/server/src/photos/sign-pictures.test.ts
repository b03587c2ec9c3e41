import { MediaUrl, Picture } from '@app/contract/media'
import { Push, type UnsignedPush } from '@app/contract/pushes'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mediaReference } from './pictures.ts'
import { hasPictures, type Signer, signPictures } from './sign-pictures.ts'

const REFERENCE = mediaReference('abcdefghijklmnopqrstu_', 90, 'small')
/** A text of a member that looks like a reference. */
const TEXT = String(REFERENCE)
const sign: Signer = (reference) => `signed ${String(reference)}`
const SIGNED = sign(REFERENCE)

/** Creates a value of a schema. Its pictures are references, and its texts look like references. */
function createSample(schema: z.core.$ZodType): unknown {
  if (schema === MediaUrl) return REFERENCE
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, createSample(field)]))
  if (def.type === 'array') return [createSample(def.element), createSample(def.element)]
  if (def.type === 'union') return createSample(def.options[0] as z.core.$ZodType)
  if (def.type === 'literal') return def.values[0]
  if ('innerType' in def) return createSample(def.innerType)
  return TEXT
}

/** Counts the fields with a picture in the sample value of a schema. */
const countReferences = (schema: z.core.$ZodType): number =>
  JSON.stringify(createSample(schema)).split(`rl":"${TEXT}"`).length - 1

describe.each(Push.def.options.map((option) => [[...(option._zod.propValues?.type ?? [])][0], option] as const))(
  'a push of type %s',
  (_, schema) => {
    const push = createSample(schema) as UnsignedPush

    test('has each of its pictures signed, and its texts unchanged', () => {
      const signed = JSON.stringify(signPictures(Push, push, sign))
      expect(signed.split(SIGNED).length - 1).toBe(countReferences(schema))
      expect(signed.replaceAll(SIGNED, TEXT)).toBe(JSON.stringify(push))
      expect(hasPictures(schema)).toBe(countReferences(schema) > 0)
    })

    test('is not changed by signing it', () => {
      const before = JSON.stringify(push)
      signPictures(Push, push, () => 'another')
      expect(JSON.stringify(push)).toBe(before)
    })
  },
)

test('a push of a chat message contains four pictures', () => {
  expect(countReferences(Push.def.options[0])).toBe(4)
})

test('signs references at any depth, and keeps fields without a picture', () => {
  const Nested = z.object({ list: z.array(z.nullable(z.object({ url: z.optional(MediaUrl), text: z.string() }))) })
  const nested = { list: [null, { text: TEXT }, { url: REFERENCE, text: TEXT }] }
  expect(signPictures(Nested, nested, sign)).toEqual({ list: [null, { text: TEXT }, { url: SIGNED, text: TEXT }] })
})

test.each([
  ['a union without discriminator', z.union([Picture, z.string()])],
  ['a record', z.record(z.string(), Picture)],
  ['a tuple', z.tuple([Picture])],
  ['a transformation', z.object({ url: z.pipe(z.string(), z.transform(String)) })],
])('rejects a schema with %s, in which pictures would stay unsigned', (_, schema) => {
  expect(() => hasPictures(schema)).toThrow('cannot be signed')
})

test('the compiler rejects a reference as text, and text as a reference', () => {
  // @ts-expect-error: a text field does not accept a reference, since nothing would sign it.
  const text: string = REFERENCE
  // @ts-expect-error: a picture field accepts only a reference until it is signed.
  const url: z.input<typeof MediaUrl> = text
  expect(url).toBe(TEXT)
})
