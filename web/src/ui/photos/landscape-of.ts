/** The number of palettes in `landscape.module.css`, and of motifs in `LandscapeArt.tsx`. */
export const PALETTE_COUNT = 7
export const MOTIF_COUNT = 5

/** A generated landscape. `sun` is the position of the sun, from 0 to 3. */
export type LandscapeDesign = { palette: number; motif: number; sun: number; mirrored: boolean }

/** Returns the 32-bit FNV-1a hash with its bits mixed, because short names differ only in a few of them. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/**
 * Returns the landscape that represents a member without a photo. It depends only on the name, so it discloses nothing
 * else.
 */
export function landscapeOf(name: string): LandscapeDesign {
  const seed = hash(name.normalize().trim().toLowerCase())
  return {
    palette: seed % PALETTE_COUNT,
    motif: Math.floor(seed / PALETTE_COUNT) % MOTIF_COUNT,
    sun: (seed >>> 12) & 3,
    mirrored: ((seed >>> 16) & 1) === 1,
  }
}
