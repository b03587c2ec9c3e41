import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { classes } from '../classes.ts'
import styles from './states.module.css'

const SKELETON_DELAY_MS = 150
const TEXT_DELAY_MS = 4_000

type Size = { width?: string; height?: string; radius?: string }

/** Renders a gray shape in the size of the future content. */
export const Skeleton = ({ width = '100%', height = '0.75rem', radius }: Size) => (
  <span className={styles.skeleton} style={{ width, height, borderRadius: radius } as CSSProperties} />
)

function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}

/**
 * Renders skeletons in their final size, invisible at first. Announces the text immediately, and shows it if loading takes
 * long.
 */
export function Loading({ text, children }: { text: string; children: ReactNode }) {
  const showsSkeleton = useElapsed(SKELETON_DELAY_MS)
  const showsText = useElapsed(TEXT_DELAY_MS)
  return (
    <div aria-busy="true">
      <p role="status" className={showsText ? styles.loadingText : 'visually-hidden'}>
        {text}
      </p>
      <div className={classes(!showsSkeleton && styles.waiting)} aria-hidden>
        {children}
      </div>
    </div>
  )
}
