import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type Props = { children: ReactNode; className?: string }

function Heading({
  children,
  className,
  locationKey,
  takesFocus,
}: Props & { locationKey: string; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const seenKey = useRef<string>(undefined)
  useEffect(() => {
    if (seenKey.current === locationKey) return
    const isFocusLost = document.activeElement === document.body
    if (seenKey.current === undefined ? takesFocus : isFocusLost) heading.current?.focus({ preventScroll: true })
    seenKey.current = locationKey
  }, [locationKey, takesFocus])
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
  return <Heading key={pathname} locationKey={key} takesFocus={key !== 'default'} {...props} />
}
