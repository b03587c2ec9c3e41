import { createHash } from 'node:crypto'

/** A value with exactly one canonical text: numbers are integers, and no field is undefined. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue }

/**
 * Returns the JSON of a value without spaces and with the keys of objects sorted by code units, so that equal values
 * have equal texts: `jsonb` keeps neither spaces nor the order of keys. Throws a TypeError for anything other
 * than a CanonicalValue.
 */
export function toCanonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('only integers have canonical JSON')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    throw new TypeError(`a ${typeof value} has no canonical JSON`)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${toCanonicalJson(field)}`).join(',')}}`
}

/** Returns the SHA-256 of the canonical JSON of a value. */
export const hashContent = (value: CanonicalValue): Buffer =>
  createHash('sha256').update(toCanonicalJson(value)).digest()

/** Returns whether stored content still has its hash. Content without canonical JSON has been changed. */
export function isIntact({ content, sha256 }: { content: unknown; sha256: Buffer }): boolean {
  try {
    return hashContent(content as CanonicalValue).equals(sha256)
  } catch {
    return false
  }
}
