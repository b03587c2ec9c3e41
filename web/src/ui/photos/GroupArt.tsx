import type { CSSProperties } from 'react'
import styles from './group-art.module.css'

type Palette = { sky: string; low: string; far: string; near: string; sun: string }

const PALETTES: readonly Palette[] = [
  { sky: '#8b5147', low: '#e9a87f', far: '#f7d9c2', near: '#6e3a38', sun: '#fff3e2' },
  { sky: '#dfe3c8', low: '#f3ecd0', far: '#7d9f7f', near: '#2f5b49', sun: '#fff6d6' },
  { sky: '#8c80a8', low: '#f0c9b4', far: '#a98aa6', near: '#6f6f9a', sun: '#fff0cf' },
  { sky: '#141a3e', low: '#4b3f70', far: '#2d2850', near: '#0d1026', sun: '#f6ead2' },
  { sky: '#6d3a55', low: '#e7a7a0', far: '#b9788a', near: '#4a2340', sun: '#ffe3b3' },
  { sky: '#a9c9cb', low: '#f6e6c6', far: '#7fa5a5', near: '#2f5f70', sun: '#fff4d8' },
]

const arches = ({ far, near, sun }: Palette) => (
  <>
    <path d="M4 48V20a6 6 0 0 1 12 0v28zM18 48V15a6 6 0 0 1 12 0v33zM32 48V20a6 6 0 0 1 12 0v28z" fill={far} />
    <circle cx="24" cy="32" r="2.5" fill={sun} />
    <path d="M0 41q24-4 48 0v7H0z" fill={near} />
  </>
)

const hills = ({ far, near, sun }: Palette) => (
  <>
    <circle cx="17" cy="18" r="5" fill={sun} />
    <path d="M0 30Q12 22 26 28T48 24V48H0z" fill={far} />
    <path d="M0 38Q14 30 30 36T48 33V48H0z" fill={near} />
  </>
)

const lake = ({ far, near, sun }: Palette) => (
  <>
    <circle cx="24" cy="25" r="6" fill={sun} />
    <path d="M0 27q10-6 18 0zM30 27q9-5 18 0z" fill={far} />
    <path d="M0 27h48v21H0z" fill={near} />
    <path d="M18 31h12M20 35h8M16 39h16M21 43h6" stroke={sun} strokeWidth="1.5" opacity="0.7" />
  </>
)

const town = ({ far, near, sun }: Palette) => (
  <>
    <circle cx="35" cy="12" r="4" fill={sun} />
    <path d="M0 28h7v-5h8v9h6V21h9v8h7v-6h8v7h3v18H0z" fill={far} />
    <path d="M0 35h9v-4h8v6h10v-5h9v4h12v12H0z" fill={near} />
    <path d="M4 38h1M12 35h1M20 40h1M31 36h1M40 40h1M25 30h1M10 27h1" stroke={sun} strokeWidth="1.6" />
  </>
)

const MOTIFS = [arches, hills, lake, town]

/** Returns the landscape for a group id; the same id always gives the same landscape. */
function landscapeOf(groupId: string): { palette: Palette; motif: (palette: Palette) => React.ReactNode } {
  const seed = Number(groupId.slice(-6)) || 0
  const palette = PALETTES[seed % PALETTES.length] ?? (PALETTES[0] as Palette)
  return { palette, motif: MOTIFS[Math.floor(seed / 2) % MOTIFS.length] ?? arches }
}

type Props = {
  groupId: string
  /** The width in pixels, or 'invite' for the full width of an invite card. */
  size?: 36 | 40 | 48 | 56 | 72 | 'invite'
}

/**
 * Shows a group's picture: a landscape generated from its id, in the shape of an arch, or of a rectangle on an invite.
 * Decorative, because the name is next to it.
 */
export function GroupArt({ groupId, size = 48 }: Props) {
  const { palette, motif } = landscapeOf(groupId)
  const gradientId = `group-sky-${groupId}`
  return (
    <svg
      className={size === 'invite' ? styles.invite : styles.art}
      style={size === 'invite' ? undefined : ({ '--size': `${size / 16}rem` } as CSSProperties)}
      viewBox="0 0 48 48"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={palette.sky} />
        <stop offset="1" stopColor={palette.low} />
      </linearGradient>
      <path d="M0 0h48v48H0z" fill={`url(#${gradientId})`} />
      {motif(palette)}
    </svg>
  )
}
