import { Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { classes } from '../classes.ts'
import styles from './place.module.css'
import { type PALETTE_COUNT, placeOf } from './place-of.ts'

const PlaceArt = lazy(async () => ({ default: (await import('./PlaceArt.tsx')).PlaceArt }))

/** The classes of the palettes. */
const PALETTES = ['dusk', 'morning', 'forest', 'night', 'rose', 'fjord', 'clay'] as const satisfies {
  length: typeof PALETTE_COUNT
}

/** Returns the classes of a box that shows a member's place in a few strokes, behind the first letter of the name. */
export function smallPlace(name: string): string {
  const { palette, mirrored } = placeOf(name)
  return classes(styles.place, styles.small, styles[PALETTES[palette] ?? PALETTES[0]], mirrored && styles.mirrored)
}

/**
 * Fills its box with a landscape for a member without a photo, generated from the name. Decorative, because the name is
 * next to it. Shows only the sky until the code of the landscapes is loaded.
 */
export function Place({ name }: { name: string }) {
  const place = placeOf(name)
  return (
    <span className={classes(styles.place, styles.large, styles[PALETTES[place.palette] ?? PALETTES[0]])} aria-hidden>
      <Suspense>
        <PlaceArt place={place} />
      </Suspense>
    </span>
  )
}
