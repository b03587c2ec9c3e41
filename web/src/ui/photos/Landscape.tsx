import { Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { classes } from '../classes.ts'
import styles from './landscape.module.css'
import { landscapeOf, type PALETTE_COUNT } from './landscape-of.ts'

const LandscapeArt = lazy(async () => ({ default: (await import('./LandscapeArt.tsx')).LandscapeArt }))

/** The classes of the palettes. */
const PALETTES = ['dusk', 'morning', 'forest', 'night', 'rose', 'fjord', 'clay'] as const satisfies {
  length: typeof PALETTE_COUNT
}

/**
 * Returns the classes of a box that shows a member's landscape in a few strokes, behind the first letter of the name.
 */
export function smallLandscape(name: string): string {
  const { palette, mirrored } = landscapeOf(name)
  return classes(styles.landscape, styles.small, styles[PALETTES[palette] ?? PALETTES[0]], mirrored && styles.mirrored)
}

/**
 * Fills its box with a landscape for a member without a photo, generated from the name. Decorative, because the name is
 * next to it. Shows only the sky until the code of the landscapes is loaded.
 */
export function Landscape({ name }: { name: string }) {
  const landscape = landscapeOf(name)
  return (
    <span
      className={classes(styles.landscape, styles.large, styles[PALETTES[landscape.palette] ?? PALETTES[0]])}
      aria-hidden
    >
      <Suspense>
        <LandscapeArt landscape={landscape} />
      </Suspense>
    </span>
  )
}
