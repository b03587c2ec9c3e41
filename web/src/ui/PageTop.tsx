import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { BackLink } from './BackLink.tsx'
import { PageHeading } from './PageHeading.tsx'
import { PageSlotsContext } from './page-slots.ts'

type Props = {
  title: string
  /** Where the arrow before the title leads. */
  back?: string
  actions?: ReactNode
}

/** What a member's page says in the header of the shell. */
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
