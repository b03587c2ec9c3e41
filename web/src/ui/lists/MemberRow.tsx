import type { Instant } from '@app/contract/base'
import { TEAM_NAME } from '@app/contract/text/names'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { ProfileLink } from '../marks/ProfileLink.tsx'
import { Avatar, type AvatarShape } from '../photos/Avatar.tsx'
import styles from './member-row.module.css'
import { RowText } from './RowText.tsx'

type Props = {
  name: string
  photoUrl: string | null
  shape?: AvatarShape
  time: Instant
  /** Rendered after the name. */
  marks?: ReactNode
  /** Rendered under the name. */
  facts: ReactNode
  /** Rendered beside the link to the profile. */
  actions?: ReactNode
  /** Rendered at the end of the row, on its first line. */
  menu?: ReactNode
}

export const MemberRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>

/** Links to the profile; the team has none. */
const RowLink = ({ name, children }: Pick<Props, 'name'> & { children: ReactNode }) =>
  name === TEAM_NAME ? (
    <span className={styles.link}>{children}</span>
  ) : (
    <ProfileLink name={name} className={styles.link}>
      {children}
    </ProfileLink>
  )

/** Shows a member in a list, with a time and facts about the relation. */
export const MemberRow = ({ name, photoUrl, shape = 'person', time, marks, facts, actions, menu }: Props) => (
  <li className={classes(styles.row, menu !== undefined && styles.withMenu)} data-member={name}>
    <RowLink name={name}>
      <Avatar name={name} shape={shape} photoUrl={photoUrl} size={56} />
      <RowText name={name} marks={marks} time={time}>
        <span className={styles.facts}>{facts}</span>
      </RowText>
    </RowLink>
    {menu}
    {actions && <span className={styles.actions}>{actions}</span>}
  </li>
)
