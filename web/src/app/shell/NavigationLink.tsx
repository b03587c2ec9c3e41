import { Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { type NavigationRow, pathOf, useActivePath } from '../navigation.ts'
import { appTexts } from '../texts.ts'

function ariaCurrent(row: NavigationRow, pathname: string, activePath: string): 'page' | 'true' | undefined {
  if (pathname === pathOf(row)) return 'page'
  return activePath === pathOf(row) || activePath === row.subpage ? 'true' : undefined
}

type Props = { row: NavigationRow; className?: string; iconClassName?: string; onClick?: () => void }

export function NavigationLink({ row, className, iconClassName, onClick }: Props) {
  const t = useTexts(appTexts)
  const { pathname } = useLocation()
  const activePath = useActivePath()
  const couple = useSession()?.couple
  const { icon: Icon, Mark } = row
  return (
    <Link to={row.to} className={className} aria-current={ariaCurrent(row, pathname, activePath)} onClick={onClick}>
      <span className={iconClassName}>
        <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
      </span>
      <span>{t((couple && row.coupleLabel) || row.label)}</span>
      <Suspense>{Mark && <Mark />}</Suspense>
    </Link>
  )
}
