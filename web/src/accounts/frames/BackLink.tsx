import { ArrowLeft } from 'lucide-react'
import { useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { exitTexts } from '../../ui/exit-texts.ts'

/** Links members to their chats, and visitors to the login. */
export function BackLink() {
  const t = useTexts(exitTexts)
  return (
    <ButtonLink to="/" variant="quiet" icon={ArrowLeft}>
      {useSession() ? t('toChats') : t('toLogin')}
    </ButtonLink>
  )
}
