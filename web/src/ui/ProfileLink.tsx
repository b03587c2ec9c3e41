import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { profileAddress } from '../lib/profile-address.ts'
import styles from './marks.module.css'

type Props = Omit<LinkProps, 'to' | 'state'> & { name: string }

/** Leads to a member's profile, from which an arrow leads back here. By itself it looks like the name that it is around. */
export function ProfileLink({ name, className = styles.nameLink, ...rest }: Props) {
  const { pathname, search } = useLocation()
  return <Link to={profileAddress(name)} state={{ from: pathname + search }} className={className} {...rest} />
}
