import type { ReactNode, Ref } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { profileAddress } from '../lib/profile-address.ts'

type Props = { name: string; className?: string; children: ReactNode; ref?: Ref<HTMLAnchorElement> }

/** Leads to a member's profile, from which an arrow leads back here. */
export function ProfileLink({ name, children, ...rest }: Props) {
  const { pathname, search } = useLocation()
  return (
    <Link to={profileAddress(name)} state={{ from: pathname + search }} {...rest}>
      {children}
    </Link>
  )
}
