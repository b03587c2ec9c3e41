import type { ReactNode } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'

type State = Loadable<unknown>['state']

type Props = {
  state: State
  textOf: (key: Exclude<State, 'loaded'> | 'failedText' | 'empty' | 'emptyText') => string
  /** The action offered next to the message that a list is empty. */
  action?: ReactNode
  retry: () => void
}

/** Shows why a list has no rows: it is loading, could not be loaded, or is empty. */
export function ListProgress({ state, textOf, action, retry }: Props) {
  if (state === 'failed') return <Failed title={textOf('failed')} text={textOf('failedText')} retry={retry} />
  if (state === 'loaded') {
    return (
      <EmptyState title={textOf('empty')} action={action}>
        {textOf('emptyText')}
      </EmptyState>
    )
  }
  return (
    <Loading text={textOf(state)}>
      <ListSkeleton />
    </Loading>
  )
}
