import type { Instant } from '@app/contract/base'
import type { ReactNode } from 'react'
import { useFullTime, useRelativeTime } from '../../lib/text/times.ts'
import { Skeleton } from '../feedback/Loading.tsx'
import styles from './row-text.module.css'

function RowTime({ time }: { time: Instant }) {
  const formatRelative = useRelativeTime()
  const formatFull = useFullTime()
  return (
    <time className={styles.time} dateTime={time} title={formatFull(time)}>
      {formatRelative(time)}
    </time>
  )
}

type Props = {
  name: ReactNode
  /** Rendered after the name. */
  marks?: ReactNode
  time?: Instant
  /** Rendered under the name. */
  children: ReactNode
}

/** Renders the text of a list row beside its picture. */
export const RowText = ({ name, marks, time, children }: Props) => (
  <span className={styles.text}>
    <span className={styles.line}>
      <span className={styles.name}>{name}</span>
      {marks}
      {time && <RowTime time={time} />}
    </span>
    {children}
  </span>
)

/** Renders items side by side under the name. */
export const RowLine = ({ children }: { children: ReactNode }) => <span className={styles.line}>{children}</span>

/** Renders the skeleton of a row's text. */
export const RowTextSkeleton = ({ width }: { width: string }) => (
  <span className={styles.text}>
    <RowLine>
      <Skeleton width={width} height="0.875rem" />
    </RowLine>
    <RowLine>
      <Skeleton width="78%" />
    </RowLine>
  </span>
)
