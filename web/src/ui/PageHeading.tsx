import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type Props = { children: ReactNode; className?: string }

function Heading({ children, className, focused }: Props & { focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/** The page's heading. Whoever comes here from another page of the app arrives with the focus on it. */
export function PageHeading(props: Props) {
  const { key, pathname } = useLocation()
  const isFirstPage = key === 'default'
  return <Heading key={pathname} focused={!isFirstPage} {...props} />
}
