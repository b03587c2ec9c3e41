import type { Statement } from '@app/contract/safety/decisions'
import type { ReactNode } from 'react'
import { getDecisionPicture } from './api.ts'
import { StatementCard } from './StatementCard.tsx'
import { appealDecision, markDecisionRead, mustBeRead } from './store.ts'

type Props = { statement: Statement; heading?: (title: string) => ReactNode }

/** Shows a decision about the logged-in member. */
export const OwnDecision = ({ statement, heading }: Props) => (
  <StatementCard
    statement={statement}
    {...(heading && { heading })}
    loadPicture={() => getDecisionPicture(statement.id)}
    appeal={(words) => appealDecision(statement.id, words)}
    onRead={mustBeRead(statement) ? () => markDecisionRead(statement.id) : undefined}
  />
)
