import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { profileUrl } from '../../lib/navigation/profile-url.ts'
import styles from './marks.module.css'

type Props = Omit<LinkProps, 'to' | 'state'> & { name: string }

/** Links to a member's profile, whose back link returns here. By default it looks like the name inside it. */
export function ProfileLink({ name, className = styles.nameLink, ...rest }: Props) {
  const { pathname, search } = useLocation()
  return <Link to={profileUrl(name)} state={{ from: pathname + search }} className={className} {...rest} />
}
