import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type Props = { children: ReactNode; className?: string }

function Heading({ children, className, place, arrived }: Props & { place: string; arrived: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (seen.current === place) return
    const isLost = document.activeElement === document.body
    if (seen.current === undefined ? arrived : isLost) heading.current?.focus({ preventScroll: true })
    seen.current = place
  }, [place, arrived])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/**
 * Renders the page's heading. Focuses it on navigation from another page of the app, or when navigation within the page
 * removed the focused element.
 */
export function PageHeading(props: Props) {
  const { key, pathname } = useLocation()
  return <Heading key={pathname} place={key} arrived={key !== 'default'} {...props} />
}
