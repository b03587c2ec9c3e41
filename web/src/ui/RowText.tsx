import type { Instant } from '@app/contract/base'
import type { ReactNode } from 'react'
import { useFullTime, useRelativeTime } from '../lib/times.ts'
import { Skeleton } from './Loading.tsx'
import styles from './row-words.module.css'

function When({ time }: { time: Instant }) {
  const relative = useRelativeTime()
  const full = useFullTime()
  return (
    <time className={styles.time} dateTime={time} title={full(time)}>
      {relative(time)}
    </time>
  )
}

type Props = {
  name: ReactNode
  /** After the name. */
  marks?: ReactNode
  time?: Instant
  /** Under the name. */
  children: ReactNode
}

/** What a row of a list says beside its picture. */
export const RowText = ({ name, marks, time, children }: Props) => (
  <span className={styles.words}>
    <span className={styles.line}>
      <span className={styles.name}>{name}</span>
      {marks}
      {time && <When time={time} />}
    </span>
    {children}
  </span>
)

/** What stands side by side under the name. */
export const RowLine = ({ children }: { children: ReactNode }) => <span className={styles.line}>{children}</span>

/** The same, of a row that is not known yet. */
export const RowTextSkeleton = ({ width }: { width: string }) => (
  <span className={styles.words}>
    <RowLine>
      <Skeleton width={width} height="0.875rem" />
    </RowLine>
    <RowLine>
      <Skeleton width="78%" />
    </RowLine>
  </span>
)
