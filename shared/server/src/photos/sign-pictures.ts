import { type MediaReference, MediaUrl, type Unsigned } from '@app/contract/media'
import type * as z from 'zod/mini'

/** Returns the URL of a variant of a picture, signed for one viewer. */
export type Signer = (reference: MediaReference) => string

/** Signs the pictures in a value of one schema. */
type ValueSigner = (value: unknown, sign: Signer) => unknown

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function createObjectSigner(shape: Record<string, z.core.$ZodType>): ValueSigner | null {
  const fields = Object.entries(shape).flatMap(([key, schema]) => {
    const signValue = getValueSigner(schema)
    return signValue ? [{ key, signValue }] : []
  })
  if (fields.length === 0) return null
  return (value, sign) => {
    if (!isObject(value)) return value
    const signedFields: Record<string, unknown> = { ...value }
    for (const { key, signValue } of fields)
      if (key in signedFields) signedFields[key] = signValue(signedFields[key], sign)
    return signedFields
  }
}

function createArraySigner(element: z.core.$ZodType): ValueSigner | null {
  const signValue = getValueSigner(element)
  return signValue && ((value, sign) => (Array.isArray(value) ? value.map((item) => signValue(item, sign)) : value))
}

/** Returns a signer that chooses the schema by the discriminator, as validation does. */
function createUnionSigner({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): ValueSigner | null {
  const signersByValue = new Map(
    options.flatMap((option) =>
      [...(option._zod.propValues?.[discriminator] ?? [])].map((value) => [value, getValueSigner(option)] as const),
    ),
  )
  if (![...signersByValue.values()].some(Boolean)) return null
  return (value, sign) => {
    const signValue = isObject(value) && signersByValue.get(value[discriminator] as z.core.util.Primitive)
    return signValue ? signValue(value, sign) : value
  }
}

/** Schema types in which pictures would stay unsigned; no response and no push uses them. */
const UNSUPPORTED_TYPES = new Set(['union', 'intersection', 'tuple', 'record', 'map', 'set', 'lazy', 'promise', 'pipe'])

/** Returns the signer for values of a schema; null if they contain no pictures. */
function createValueSigner(schema: z.core.$ZodType): ValueSigner | null {
  if (schema === MediaUrl)
    return (value, sign) => (value === null || value === undefined ? value : sign(value as MediaReference))
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return createObjectSigner(def.shape)
  if (def.type === 'array') return createArraySigner(def.element)
  if (def.type === 'union' && 'discriminator' in def) return createUnionSigner(def as z.core.$ZodDiscriminatedUnionDef)
  if ('innerType' in def) return getValueSigner(def.innerType)
  if (UNSUPPORTED_TYPES.has(def.type)) throw new Error(`pictures in a schema of type ${def.type} cannot be signed`)
  return null
}

const valueSigners = new WeakMap<z.core.$ZodType, ValueSigner | null>()

function getValueSigner(schema: z.core.$ZodType): ValueSigner | null {
  const cached = valueSigners.get(schema)
  if (cached !== undefined) return cached
  const signValue = createValueSigner(schema)
  valueSigners.set(schema, signValue)
  return signValue
}

/** Returns whether values of a schema contain pictures. Throws for a schema whose pictures could not be signed. */
export const hasPictures = (schema: z.core.$ZodType): boolean => getValueSigner(schema) !== null

/**
 * Returns a copy of a value with all pictures signed for one viewer. The value itself is not changed, so that it can be
 * signed for other viewers, too.
 */
export const signPictures = <Schema extends z.core.$ZodType>(
  schema: Schema,
  value: Unsigned<Schema>,
  sign: Signer,
): z.output<Schema> => (getValueSigner(schema)?.(value, sign) ?? value) as z.output<Schema>

/** Returns the schema of the same values before their pictures are signed. */
export const unsigned = <Schema extends z.core.$ZodType>(schema: Schema) =>
  schema as unknown as z.core.$ZodType<Unsigned<Schema>, Unsigned<Schema>>
