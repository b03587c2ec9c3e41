import type { SubjectKind } from '@app/contract/safety/subjects'
import { Link } from 'react-router-dom'
import { decisionAboutUrl } from '../../lib/reporting/decision-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { conversationTexts } from '../texts.ts'

type Props = { kind: SubjectKind; id: string; text?: string }

/** Informs the author that the team has removed their message, with a link to the decision. Others see a deletion. */
export function RemovedByTeam({ kind, id, text }: Props) {
  const t = useTexts(conversationTexts)
  return (
    <>
      {text ?? t('message.removedByTeam')}{' '}
      <Link className="text-link" to={decisionAboutUrl(kind, id)}>
        {t('message.readDecision')}
      </Link>
    </>
  )
}
