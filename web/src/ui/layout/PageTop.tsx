import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { BackLink } from '../buttons/BackLink.tsx'
import { PageHeading } from './PageHeading.tsx'
import { PageSlotsContext } from './page-slots.ts'

type Props = {
  title: string
  /** The URL of the back link. */
  back?: string
  actions?: ReactNode
}

/** Fills the shell's header with the page's title and actions. */
export function PageTop({ title, back, actions }: Props) {
  const slots = useContext(PageSlotsContext)
  return (
    <>
      {slots.title &&
        createPortal(
          <>
            {back && <BackLink to={back} />}
            <PageHeading>{title}</PageHeading>
          </>,
          slots.title,
        )}
      {slots.actions && createPortal(actions, slots.actions)}
    </>
  )
}
