import type { ReactNode } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'

type State = Loadable<unknown>['state']

type Props = {
  state: State
  getText: (key: Exclude<State, 'loaded'> | 'failedText' | 'empty' | 'emptyText') => string
  /** The action that an empty list offers. */
  action?: ReactNode
  retry: () => void
}

/** Shows why a list has no rows: it is loading, could not be loaded, or is empty. */
export function ListProgress({ state, getText, action, retry }: Props) {
  if (state === 'failed') return <Failed title={getText('failed')} text={getText('failedText')} retry={retry} />
  if (state === 'loaded') {
    return (
      <EmptyState title={getText('empty')} action={action}>
        {getText('emptyText')}
      </EmptyState>
    )
  }
  return (
    <Loading text={getText(state)}>
      <ListSkeleton />
    </Loading>
  )
}
