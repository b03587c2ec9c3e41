import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './landscape.module.css'
import type { LandscapeDesign, MOTIF_COUNT } from './landscape-of.ts'

type Motif = (sunX: number) => ReactNode

const FILL = { sun: 'var(--sun)', far: 'var(--far)', mid: 'var(--mid)', near: 'var(--near)' } as const

const hills: Motif = (sunX) => (
  <>
    <circle cx={sunX} cy="43" r="7" fill={FILL.sun} />
    <path d="M-60 58C-42 50-24 50-6 55s34 5 52-1 32-6 50 0 44 4 64 0v66H-60z" fill={FILL.far} />
    <path d="M-60 72C-40 60-22 60-4 68s30 8 48-2 34-8 52 1 42 6 64 0v53H-60z" fill={FILL.mid} />
    <path d="M-60 84C-34 76-12 78 10 84s38 4 58-3 50-4 92 4v35H-60z" fill={FILL.near} />
  </>
)

/** Renders strokes of light on the water below the sun, wider toward the shore. */
const renderGlitter = (sunX: number, lengths: number[]) => (
  <path
    d={lengths.map((length, line) => `M${sunX - length / 2 + (line % 2) * 2} ${62 + line * 4.5}h${length}`).join('')}
    stroke={FILL.sun}
    strokeWidth="0.9"
    strokeLinecap="round"
    opacity="0.7"
  />
)

const water = (
  <>
    <path d="M-60 58q30-9 58-3t22 3h-80zM62 58q18-8 44-5t54 5z" fill={FILL.far} />
    <path d="M-60 58h220v80H-60z" fill={FILL.mid} />
  </>
)

const lake: Motif = (sunX) => (
  <>
    <circle cx={sunX} cy="51" r="8" fill={FILL.sun} />
    {water}
    {renderGlitter(sunX, [9, 14, 11, 20, 15, 26, 21])}
    <path d="M-60 94C-30 88 0 92 26 95s44-2 66-4 46-2 68 2v27H-60z" fill={FILL.near} />
  </>
)

const pier: Motif = (sunX) => (
  <>
    <circle cx={sunX} cy="50" r="8" fill={FILL.sun} />
    {water}
    {renderGlitter(sunX, [8, 13, 10, 18, 14])}
    <path d="M45 66h10l24 54H21z" fill={FILL.near} />
    <path d="M44 70h12M42 76h16M39 83h22M35 91h30" stroke={FILL.mid} strokeWidth="0.7" />
    <path d="M42 64v9M58 64v9M35 76v13M65 76v13" stroke={FILL.near} strokeWidth="1.6" strokeLinecap="round" />
  </>
)

const arches: Motif = (sunX) => (
  <>
    <circle cx={50 + (sunX - 50) / 3} cy="58" r="7" fill={FILL.sun} />
    <path d="M-60 76q50-9 110-4t110-2v40H-60z" fill={FILL.far} />
    <path
      d="M-60-60h220v180h-220zM-28 92h36V46a18 18 0 0 0-36 0zM32 92h36V42a18 18 0 0 0-36 0zM92 92h36V46a18 18 0 0 0-36 0z"
      fill={FILL.mid}
      fillRule="evenodd"
    />
    <path d="M-60 90h220v50H-60z" fill={FILL.near} />
    <path d="M32 90h36l10 30H22z" fill={FILL.mid} />
  </>
)

const TRUNKS = [
  { x: 10, width: 3, tone: 'mid' },
  { x: 24, width: 4.4, tone: 'near' },
  { x: 41, width: 2.4, tone: 'mid' },
  { x: 57, width: 3.4, tone: 'near' },
  { x: 71, width: 2.2, tone: 'mid' },
  { x: 86, width: 5, tone: 'near' },
  { x: -16, width: 4, tone: 'near' },
  { x: 118, width: 3.4, tone: 'mid' },
] as const

const wood: Motif = (sunX) => (
  <>
    <circle cx={sunX} cy="36" r="11" fill={FILL.sun} />
    <path d="M-60 66C-36 56-14 58 8 64s34 2 52-3 34-4 52 1 32 4 48 2v56H-60z" fill={FILL.far} />
    {TRUNKS.map(({ x, width, tone }) => (
      <path
        key={x}
        d={`M${x - width / 2} 120l${width * 0.14}-180h${width * 0.72}l${width * 0.14} 180z`}
        fill={FILL[tone]}
      />
    ))}
    <path d="M-60 88C-32 80-10 82 14 87s40 0 60-4 54-2 86 4v33H-60z" fill={FILL.near} />
  </>
)

const MOTIFS = [hills, lake, pier, arches, wood] as const satisfies { length: typeof MOTIF_COUNT }

const SUN_POSITIONS = [34, 44, 56, 68]

/** Renders a square landscape that covers its container, which crops it if its aspect ratio differs. */
export function LandscapeArt({ landscape: { motif, sun, mirrored } }: { landscape: LandscapeDesign }) {
  const glowId = useId()
  const sunX = SUN_POSITIONS[sun] ?? 50
  return (
    <svg
      className={classes(styles.art, mirrored && styles.mirrored)}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <radialGradient id={glowId}>
        <stop offset="0" stopColor={FILL.sun} stopOpacity="0.55" />
        <stop offset="1" stopColor={FILL.sun} stopOpacity="0" />
      </radialGradient>
      <circle cx={sunX} cy="46" r="34" fill={`url(#${glowId})`} />
      {MOTIFS[motif]?.(sunX)}
    </svg>
  )
}
