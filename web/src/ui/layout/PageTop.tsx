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
  /** Rendered between the back link and the title; the title is then set smaller, in one line with it. */
  picture?: ReactNode
}

/** Adds actions of a part of the page to the shell's header. */
export function PageActions({ children }: { children: ReactNode }) {
  const { actions } = useContext(PageSlotsContext)
  return actions && createPortal(children, actions)
}

/** Fills the shell's header with the page's title and actions. */
export function PageTop({ title, back, actions, picture }: Props) {
  const slots = useContext(PageSlotsContext)
  return (
    <>
      {slots.title &&
        createPortal(
          <>
            {back && <BackLink to={back} />}
            {picture}
            <PageHeading>{title}</PageHeading>
          </>,
          slots.title,
        )}
      <PageActions>{actions}</PageActions>
    </>
  )
}
