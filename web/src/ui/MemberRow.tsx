import type { Instant } from '@app/contract/base'
import { TEAM_NAME } from '@app/contract/names'
import type { ReactNode } from 'react'
import { useFullTime, useRelativeTime } from '../lib/times.ts'
import { Avatar, type AvatarShape } from './Avatar.tsx'
import styles from './member-row.module.css'
import { ProfileLink } from './ProfileLink.tsx'

type Props = {
  name: string
  photoUrl: string | null
  shape?: AvatarShape
  time: Instant
  /** After the name. */
  marks?: ReactNode
  /** Under the name. */
  facts: ReactNode
  /** Beside the link to the profile. */
  actions?: ReactNode
}

export const MemberRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>

/** The team has no profile to lead to. */
const Whole = ({ name, children }: Pick<Props, 'name'> & { children: ReactNode }) =>
  name === TEAM_NAME ? (
    <span className={styles.link}>{children}</span>
  ) : (
    <ProfileLink name={name} className={styles.link}>
      {children}
    </ProfileLink>
  )

/** A member in a list, and what was when between us. */
export function MemberRow({ name, photoUrl, shape = 'person', time, marks, facts, actions }: Props) {
  const relative = useRelativeTime()
  const full = useFullTime()
  return (
    <li className={styles.row}>
      <Whole name={name}>
        <Avatar name={name} shape={shape} photoUrl={photoUrl} size={56} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{name}</span>
            {marks}
            <time className={styles.time} dateTime={time} title={full(time)}>
              {relative(time)}
            </time>
          </span>
          <span className={styles.facts}>{facts}</span>
        </span>
      </Whole>
      {actions && <span className={styles.actions}>{actions}</span>}
    </li>
  )
}
